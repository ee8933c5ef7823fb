import type { Field } from '../EntityForm/types';
import { RegionPicker } from '.';

const codesOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

type RegionField = Pick<Extract<Field, { kind: 'custom' }>, 'kind' | 'select' | 'render'>;

/** What makes a form's field one region, of any level. */
export const REGION_FIELD: RegionField = {
  kind: 'custom',
  select: true,
  render: ({ id, label, value, onChange, disabled, invalid, describedBy }) => (
    <RegionPicker
      id={id}
      label={label}
      anyLevel
      value={typeof value === 'string' ? value : null}
      onChange={(code) => onChange(code)}
      disabled={disabled}
      invalid={invalid}
      describedBy={describedBy}
    />
  ),
};

/** What makes a form's field several regions, of any level. */
export const REGIONS_FIELD: RegionField = {
  kind: 'custom',
  select: true,
  render: ({ id, label, value, onChange, disabled, invalid, describedBy }) => (
    <RegionPicker
      id={id}
      label={label}
      multiple
      anyLevel
      value={codesOf(value)}
      onChange={onChange}
      disabled={disabled}
      invalid={invalid}
      describedBy={describedBy}
    />
  ),
};
