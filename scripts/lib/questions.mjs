/**
 * Questions to a packed core, and the answers that it must give wherever it runs.
 *
 * @typedef {{ id: string, dialect: string, body: string, productToken: string, url: string, allowed: boolean }} Question
 */

const body = 'User-agent: *\nDisallow: /private/\nAllow: /private/open\n';
const everyone = { dialect: 'rfc9309', body, productToken: 'AnyBot' };

/** @type {Question[]} */
export const questions = [
  { ...everyone, id: 'no rule', url: 'https://example.com/', allowed: true },
  { ...everyone, id: 'a rule', url: 'https://example.com/private/', allowed: false },
  { ...everyone, id: 'most octets', url: 'https://example.com/private/open/', allowed: true },
  { ...everyone, id: 'robots.txt', url: 'https://example.com/robots.txt', allowed: true },
];

/**
 * Puts the questions to a core. The function is sent to the browser as text: it can use nothing but
 * its argument.
 *
 * @param {{ core: string, questions: Question[] }} options the module to import; the questions
 * @returns {Promise<string[]>} a line for every wrong answer
 */
export async function ask({ core, questions }) {
  const { parseRobotsTxt } = await import(core);
  return questions.flatMap(({ id, dialect, body, productToken, url, allowed }) => {
    const found = parseRobotsTxt(body, { dialect }).isAllowed(url, productToken);
    return found === allowed ? [] : [`${id}: ${url} is ${found ? 'allowed' : 'disallowed'}`];
  });
}
