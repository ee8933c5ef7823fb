import { showError } from './form';

/** This module finds controls that belong to no form field: captcha, SMS code and consent. Each of these controls has its own id. */

export const byId = <E extends HTMLElement>(id: string): E | null => document.getElementById(id) as E | null;
export const shellAt = (id: string): Element | null => byId(id)?.closest('.field') ?? null;
export const valueAt = (id: string): string => byId<HTMLInputElement>(id)?.value.trim() ?? '';

/** Shows an error message at a control and focuses the control. */
export function focusAt(id: string, message: string): void {
  showError(shellAt(id), message);
  byId(id)?.focus();
}
