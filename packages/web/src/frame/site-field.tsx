/** The first field of the page: fetches the robots.txt of a site, or takes a pasted one. */
import { useId, useRef, useState } from 'preact/hooks';
import { rememberServiceToken, serviceToken, siteAddress } from '../live/fetch-robots.js';
import { stopTest, testSite } from '../live/tested-site.js';
import { useLate, useMessages, usePage } from '../state/page.js';
import { change, currentProblem, showProblem } from '../state/page-state.js';
import { isRobotsTxt, isUrlList, showFile } from '../state/url-lines.js';

export function SiteField() {
  const { state, messages, hasService } = usePage();
  const { start: texts, fill } = messages;
  const site = state.typedSite.value ?? state.liveUrl.value;
  const problem = currentProblem(state);
  const loading = state.loadingSite.value;
  const isLate = useLate(loading !== undefined);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const checkText = (robotsTxt: string) => {
    stopTest();
    showFile(state, robotsTxt, { liveUrl: '', typedSite: undefined, siteProblem: undefined });
  };

  /** Lists URLs. The robots.txt of their site replaces that of another site, but not a text of the user. */
  const checkUrls = (urls: string) => {
    const { origin } = new URL(urls.trim().split('\n')[0] ?? '');
    const isFetched = state.robotsTxt.value === '' || state.fetchedFrom.value !== undefined;
    const wantsFile = isFetched || state.urlSource.value === 'example';
    change(state, {
      isStarted: true,
      view: 'check',
      urls,
      urlSource: 'own',
      traffic: undefined,
      chosen: undefined,
      ...(wantsFile && { liveUrl: origin, typedSite: undefined }),
    });
    if (wantsFile) void submit(origin);
  };

  const submit = async (text: string) => {
    stopTest();
    showProblem(state, undefined);
    if (text.trim() === '') {
      input.current?.focus();
      return;
    }
    if (!hasService) {
      showProblem(state, { text: ({ live }) => live.noService });
      return;
    }
    const address = siteAddress(text);
    if (address === undefined) {
      showProblem(state, { text: ({ start, fill }) => fill(start.invalid, { site: text }) });
      return;
    }
    change(state, { liveUrl: address, typedSite: undefined });
    const failure = await testSite(address, state, { refresh: false });
    if (failure) showProblem(state, failure);
  };

  return (
    <form
      class="site-field"
      aria-label={messages.start.test}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(site);
      }}
    >
      <input
        ref={input}
        type="text"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="off"
        spellcheck={false}
        aria-label={texts.label}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-status`}
        placeholder={texts.placeholder}
        value={site}
        onInput={({ currentTarget }) => {
          change(state, { typedSite: currentTarget.value, siteProblem: undefined });
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData?.getData('text/plain') ?? '';
          const text = pasted.replace(/\r\n?/g, '\n');
          if (isUrlList(text)) checkUrls(text);
          else if (isRobotsTxt(text)) checkText(text);
          else return;
          event.preventDefault();
        }}
      />
      <button type="submit" class="button primary">
        {texts.test}
      </button>
      <div class="field-status" id={`${id}-status`} role="status">
        {isLate && loading && <p class="quiet">{fill(texts.loading, { site: loading })}</p>}
        {problem && <p class="error">{problem.text(messages)}</p>}
        {problem && (problem.tokenProblem || serviceToken() !== '') && (
          <TokenField isRejected={problem.tokenProblem === 'rejected'} />
        )}
      </div>
    </form>
  );
}

/** The token that the service requires. Enter in it submits the form. */
function TokenField({ isRejected }: { readonly isRejected: boolean }) {
  const { live: texts } = useMessages();
  const [token, setToken] = useState(serviceToken);
  return (
    <label class="stack">
      <span class="field-label">{texts.token}</span>
      <input
        type="password"
        autoComplete="off"
        spellcheck={false}
        aria-describedby="token-hint"
        aria-invalid={isRejected}
        value={token}
        onInput={({ currentTarget }) => {
          setToken(currentTarget.value);
          rememberServiceToken(currentTarget.value);
        }}
      />
      <span class="hint" id="token-hint">
        {texts.tokenHint}
      </span>
    </label>
  );
}
