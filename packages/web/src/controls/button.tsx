import type { ButtonHTMLAttributes } from 'preact';

export function Button(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" class="button" {...props} />;
}
