import { history, useSearchParams } from '@umijs/max';
import { pageAddress } from './pageAddress';

/**
 * Returns the form that the URL parameter `form` names, and a function that opens a form or closes it with `null`. A reload opens the
 * same form again.
 *
 * @param may the page's forms, and whether the user may open them; the result is `null` for every other name
 */
export function useOpenForm<Form extends string>(
  may: Readonly<Record<Form, boolean>>,
): readonly [form: Form | null, open: (form: Form | null) => void] {
  const [query] = useSearchParams();
  const asked = query.get('form');
  const open = (form: Form | null) => {
    const address = pageAddress('form', form);
    if (form === null) history.replace(address);
    else history.push(address);
  };
  const forms = Object.keys(may) as Form[];
  return [forms.find((form) => form === asked && may[form]) ?? null, open];
}
