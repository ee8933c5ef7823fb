import { history } from '@umijs/max';

/** A form over a list that the address opens: for a new record, or for an edited one. */
export type OpenForm = 'new' | { readonly edit: number };

/**
 * The page's own address with the form open or, for null, closed; filters and page number are kept.
 *
 * @param closing further parameters to remove when the form closes
 */
export function formAddress(form: OpenForm | null, closing: readonly string[] = []): string {
  const { pathname, search } = history.location;
  const query = new URLSearchParams(search);
  if (form === null) for (const part of ['form', ...closing]) query.delete(part);
  else query.set('form', form === 'new' ? form : `edit-${form.edit}`);
  return `${pathname}?${query}`;
}

/** Reads which form the address opens. */
export function formOf(search: string): OpenForm | null {
  const asked = new URLSearchParams(search).get('form') ?? '';
  if (asked === 'new') return asked;
  const [, id] = /^edit-([1-9]\d{0,15})$/.exec(asked) ?? [];
  return id === undefined ? null : { edit: Number(id) };
}

export const openForm = (form: OpenForm) => history.push(formAddress(form));
export const closeForm = () => history.replace(formAddress(null));
