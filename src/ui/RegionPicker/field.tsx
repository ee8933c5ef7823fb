import type { Field } from '../EntityForm/types';
import { RegionPicker } from '.';

const codesOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** What makes a form's field one of several regions, of any level. */
export const REGIONS_FIELD: Pick<Extract<Field, { kind: 'custom' }>, 'kind' | 'select' | 'render'> = {
  kind: 'custom',
  select: true,
  render: ({ id, value, onChange, disabled, invalid, describedBy }) => (
    <RegionPicker
      id={id}
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
