import type { ComponentChildren } from 'preact';

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** Stands for the label and the value. */
  readonly icon?: ComponentChildren;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly onChange: (value: Value) => void;
}

export function Choice<Value extends string>({ label, icon, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <label class={icon ? 'choice icon' : 'choice'} title={icon ? label : undefined}>
      <span class={icon ? 'sr-only' : 'quiet'}>{label}</span>
      {icon}
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
