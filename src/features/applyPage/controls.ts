import { showError } from './form';

/** Controls that are no fields of the form: captcha, code and consent. Each has an id of its own. */

export const byId = <E extends HTMLElement>(id: string): E | null => document.getElementById(id) as E | null;
export const shellAt = (id: string): Element | null => byId(id)?.closest('.field') ?? null;
export const valueAt = (id: string): string => byId<HTMLInputElement>(id)?.value.trim() ?? '';

/** Shows a mistake at a control and focuses it. */
export function focusAt(id: string, message: string): void {
  showError(shellAt(id), message);
  byId(id)?.focus();
}
