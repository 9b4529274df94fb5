/** English. The words are those of RFC 9309. */
export const en = {
  title: 'robots.txt tester',
  privacy: 'Everything is read in this browser. What you paste here is not sent anywhere.',
  views: 'Views',
  view: {
    check: 'Check',
    dialects: 'Dialects',
    live: 'Live site',
    diff: 'Diff',
    tree: 'Tree',
  },
  dialect: 'Dialect',
  dialectName: {
    rfc9309: 'RFC 9309',
    'draft-koster-rep-00': 'Draft of 2019',
    google: 'Google',
    koster1996: 'Draft of 1996',
  },
  language: 'Language',
  theme: 'Colours',
  themeName: { auto: 'As the system', light: 'Light', dark: 'Dark' },
  loading: 'Loading …',
  allowed: 'allowed',
  disallowed: 'disallowed',
  editor: {
    label: 'robots.txt',
  },
  check: {
    urls: 'URLs, one a line',
  },
};
