import { useApp, useSelected } from '../state/app-context.js';

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly onChange: (value: Value) => void;
}

export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <label class="choice">
      <span class="choice-label">{label}</span>
      <select
        value={value}
        onChange={(event) => {
          const chosen = options.find(([option]) => option === event.currentTarget.value);
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Returns the chosen crawler, or the first one in the list if the chosen one was removed. */
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
        token === '*' ? `* (${messages.check.allOthers})` : token,
      ])}
      onChange={(productToken) => {
        const { chosen: check } = store.state;
        store.change({ productToken, chosen: check && { ...check, productToken } });
      }}
    />
  );
}
