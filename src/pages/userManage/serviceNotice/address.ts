import { history } from '@umijs/max';

/** Address of the page, and parameters that belong to the page around its lists. */

export const PATH = '/userManage/serviceNotice';
export const INSIDE = ['part', 'form', 'task'];

/** Dialogs over the list: a new record, an edited one, a copy. */
export type Form = 'new' | { readonly edit: number } | { readonly copy: number };

/** Returns the address with the form open. Filters and page number stay. */
export function formAddress(form: Form | null): string {
  const { pathname, search } = history.location;
  const query = new URLSearchParams(search);
  if (form === null) query.delete('form');
  else if (form === 'new') query.set('form', form);
  else query.set('form', 'edit' in form ? `edit-${form.edit}` : `copy-${form.copy}`);
  const text = query.toString();
  return text === '' ? pathname : `${pathname}?${text}`;
}

/** Reads the open form from the address. */
export function formOf(search: string): Form | null {
  const asked = new URLSearchParams(search).get('form') ?? '';
  if (asked === 'new') return asked;
  const [, kind, id] = /^(edit|copy)-([1-9]\d{0,15})$/.exec(asked) ?? [];
  if (id === undefined) return null;
  return kind === 'edit' ? { edit: Number(id) } : { copy: Number(id) };
}

/** Returns the address of a task's recipients. */
export const reportAddress = (id: number): string => `${PATH}?part=report&task=${id}`;
