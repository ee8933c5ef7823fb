import { history } from '@umijs/max';
import { addressWithout, pageAddress } from './pageAddress';

/** A form that the URL opens over a list: for a new record or for an existing record. */
export type OpenForm = 'new' | { readonly edit: number };

/**
 * Returns the page's URL that opens a form, or that closes the form if `form` is `null`. Filters and page number stay in the URL.
 *
 * @param closing other parameters to remove when the form closes
 */
export function formAddress(form: OpenForm | null, closing: readonly string[] = []): string {
  if (form === null) return addressWithout('form', ...closing);
  return pageAddress('form', form === 'new' ? form : `edit-${form.edit}`);
}

/** Reads from the query string which form the URL opens. Returns `null` if the parameter `form` is missing or invalid. */
export function formOf(search: string): OpenForm | null {
  const asked = new URLSearchParams(search).get('form') ?? '';
  if (asked === 'new') return asked;
  const [, id] = /^edit-([1-9]\d{0,15})$/.exec(asked) ?? [];
  return id === undefined ? null : { edit: Number(id) };
}

export const openForm = (form: OpenForm) => history.push(formAddress(form));
export const closeForm = () => history.replace(formAddress(null));
