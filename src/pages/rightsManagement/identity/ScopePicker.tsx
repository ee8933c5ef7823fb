import type { Data } from '@contract/index';
import { padRegionCode } from '@contract/region-codes';
import { useT } from '@/app/i18n/i18n';
import { useOptions } from '@/app/request/useData';
import type { Control } from '@/ui/EntityForm/types';
import { Radio } from '@/ui/library/Radio';
import { RegionPicker } from '@/ui/RegionPicker';
import { Select } from '@/ui/Select';
import styles from './index.css';
import type { ScopeValue } from './values';

const KINDS = ['all', 'regions', 'teams', 'franchisees'] as const;

interface ScopePickerProps {
  readonly control: Control;
  /** Stored regions, stations or franchisees of the scope, with their names. The option lists may lack some of them. */
  readonly known: Data<'rights.Identity/getDetail'>['scopeItems'];
}

/** Selects the data scope of an identity: everything, or a list of regions, stations or franchisees. */
export function ScopePicker({ control, known }: ScopePickerProps) {
  const t = useT();
  const value = control.value as ScopeValue;
  const { kind } = value;
  const isNamed = kind === 'teams' || kind === 'franchisees';
  const source = kind === 'franchisees' ? 'franchisees' : 'teams';
  const { options, ...state } = useOptions(source, isNamed);
  const label = t(`identity.scope_${kind}`);
  const others = known.filter(({ id }) => !options.some((option) => option.value === id));
  const set = (ids: readonly number[]) => control.onChange({ kind, ids });
  const shared = {
    id: control.id,
    label,
    disabled: control.disabled,
    invalid: control.invalid,
    ...(control.describedBy ? { describedBy: control.describedBy } : {}),
  };
  return (
    <div className={styles.scope}>
      <Radio.Group
        value={kind}
        disabled={control.disabled}
        aria-labelledby={`${control.id}-label`}
        onChange={(event) => control.onChange({ kind: event.target.value, ids: [] })}
        options={KINDS.map((one) => ({ value: one, label: t(`identity.scope_${one}`) }))}
      />
      {kind === 'regions' ? (
        <RegionPicker
          {...shared}
          multiple
          anyLevel
          value={value.ids.map(padRegionCode)}
          onChange={(codes) => set(codes.map(Number))}
        />
      ) : null}
      {isNamed ? (
        <Select<number>
          {...shared}
          multiple
          search
          {...state}
          placeholder={t('form.choose')}
          value={value.ids}
          options={[...options, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={set}
        />
      ) : null}
    </div>
  );
}
