/** Which one of the crawlers a view is about. */
import { Choice } from '../frame/choice.js';
import { useApp, useSelected } from '../state/app-context.js';

/** The chosen crawler, or another one of the list where that one has been taken away. */
export function useProductToken(): string {
  const chosen = useSelected((state) => state.productToken);
  const all = useSelected((state) => state.productTokens);
  return all.includes(chosen) ? chosen : (all[0] ?? '*');
}

export function TokenChoice() {
  const { store, messages } = useApp();
  const productTokens = useSelected((state) => state.productTokens);
  const chosen = useProductToken();
  const all = productTokens.length === 0 ? [chosen] : productTokens;
  return (
    <Choice
      label={messages.crawler}
      value={chosen}
      options={all.map((token) => [
        token,
        token === '*' ? `* (${messages.check.everyone})` : token,
      ])}
      onChange={(productToken) => {
        const { chosen: question } = store.state;
        store.change({ productToken, chosen: question && { ...question, productToken } });
      }}
    />
  );
}
