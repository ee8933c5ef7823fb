import { history } from '@umijs/max';

/** `PATH` is the URL path of the page. `INSIDE` names the query parameters of the page, which its lists keep in the URL. */

export const PATH = '/userManage/serviceNotice';
export const INSIDE = ['part', 'form', 'task'];

/** The open form: it creates a record, or edits or copies the record with this id. */
export type Form = 'new' | { readonly edit: number } | { readonly copy: number };

/** Returns the current URL with this form open. `null` closes the form. Filters and page number do not change. */
export function formAddress(form: Form | null): string {
  const { pathname, search } = history.location;
  const query = new URLSearchParams(search);
  if (form === null) query.delete('form');
  else if (form === 'new') query.set('form', form);
  else query.set('form', 'edit' in form ? `edit-${form.edit}` : `copy-${form.copy}`);
  const text = query.toString();
  return text === '' ? pathname : `${pathname}?${text}`;
}

/** Reads from the query string which form is open. */
export function formOf(search: string): Form | null {
  const asked = new URLSearchParams(search).get('form') ?? '';
  if (asked === 'new') return asked;
  const [, kind, id] = /^(edit|copy)-([1-9]\d{0,15})$/.exec(asked) ?? [];
  if (id === undefined) return null;
  return kind === 'edit' ? { edit: Number(id) } : { copy: Number(id) };
}

/** Returns the URL of a task's list of recipients. */
export const reportAddress = (id: number): string => `${PATH}?part=report&task=${id}`;
