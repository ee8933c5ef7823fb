import { isRecord, type Outcome } from './endpoints';

/** Functions that the forms of the public pages share when they send answers. */

const KEY_BYTES = 16;

/** Creates an idempotency key. A form uses the same key for all tries, so the server stores its answers once. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Sends a form. Until the response arrives, the submit button is disabled and shows another label. */
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

/** Returns the refused fields from a response, with their messages. */
export const faultsIn = ({ data }: Outcome): { readonly key: string; readonly message: string }[] =>
  (Array.isArray(data.errors) ? data.errors.filter(isRecord) : []).map(({ field, message }) => ({
    key: String(field),
    message: String(message),
  }));
