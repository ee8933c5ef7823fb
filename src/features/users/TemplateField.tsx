import { useT } from '@/app/i18n/i18n';
import { choiceState, useData } from '@/app/request/useData';
import type { Control } from '@/ui/EntityForm/types';
import { Select } from '@/ui/Select';

/** Selects a coupon template. The server lists only enabled templates that are in stock. */
export function TemplateField({ control }: { readonly control: Control }) {
  const t = useT();
  const templates = useData('user.User/getCouponTemplates', {});
  const { data } = templates;
  const options = (data?.list ?? []).map(({ id, text }) => ({ value: id, label: text }));
  return (
    <Select
      id={control.id}
      value={typeof control.value === 'number' ? control.value : null}
      options={options}
      disabled={control.disabled}
      invalid={control.invalid}
      {...choiceState(templates)}
      {...(data && options.length === 0 && { placeholder: t('user.noTemplates') })}
      {...(control.describedBy ? { describedBy: control.describedBy } : {})}
      onChange={control.onChange}
    />
  );
}
