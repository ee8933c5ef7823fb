import { showError } from './form';

/** Controls outside the form's fields: captcha, code and consent. Each has its own id. */

export const byId = <E extends HTMLElement>(id: string): E | null => document.getElementById(id) as E | null;
export const shellAt = (id: string): Element | null => byId(id)?.closest('.field') ?? null;
export const valueAt = (id: string): string => byId<HTMLInputElement>(id)?.value.trim() ?? '';

/** Shows an error at a control and focuses the control. */
export function focusAt(id: string, message: string): void {
  showError(shellAt(id), message);
  byId(id)?.focus();
}
