import { isRecord, type Outcome } from './endpoints';

/** What forms of the public pages do when they send. */

const KEY_BYTES = 16;

/** Creates an idempotency key. A form uses one, so a repeated request stores its answers once. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Disables the submit button, with another label, until the answer arrives. */
export async function whileSending(
  form: HTMLFormElement,
  label: string,
  ask: () => Promise<Outcome>,
): Promise<Outcome> {
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]');
  if (!button) return ask();
  const before = button.textContent;
  button.disabled = true;
  button.textContent = label;
  const outcome = await ask();
  button.disabled = false;
  button.textContent = before;
  return outcome;
}

/** Returns the refused fields of an answer. */
export const faultsIn = ({ data }: Outcome): { readonly key: string; readonly message: string }[] =>
  (Array.isArray(data.errors) ? data.errors.filter(isRecord) : []).map(({ field, message }) => ({
    key: String(field),
    message: String(message),
  }));
