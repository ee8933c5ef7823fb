import type { Data } from '@contract/index';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { choiceState, useData } from '@/app/request/useData';
import { useRested } from '@/app/useRested';
import type { Control } from '@/ui/EntityForm/types';
import { Select } from '@/ui/Select';

type Product = Data<'safety.Insure/getProducts'>['list'][number];

/** Maximum number of products in the list. Further products are found by the search. */
const MOST = 100;

/** Selects an enabled insurance product. The server searches by name, insurer and plan code. */
export function ProductField({ control }: { readonly control: Control }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const keyword = useRested(typed.trim());
  const [chosen, setChosen] = useState<Product | null>(null);
  const products = useData(
    'safety.Insure/getProducts',
    { state: ['on'], limit: MOST, ...(keyword !== '' && { keyword }) },
    { keepPrevious: true },
  );
  const list = products.data?.list ?? [];
  const value = typeof control.value === 'number' ? control.value : null;
  // The chosen product needs its name even if a later search does not find it.
  const isListed = value === null || list.some(({ id }) => id === value);
  const all = !isListed && chosen?.id === value ? [chosen, ...list] : list;
  return (
    <Select
      id={control.id}
      label={control.label}
      placeholder={t('form.choose')}
      value={value}
      options={all.map(({ id, name }) => ({ value: id, label: name }))}
      disabled={control.disabled}
      invalid={control.invalid}
      {...choiceState(products)}
      {...(control.describedBy ? { describedBy: control.describedBy } : {})}
      onFind={setTyped}
      onChange={(id) => {
        setChosen(list.find((product) => product.id === id) ?? null);
        control.onChange(id);
      }}
    />
  );
}
