import type { Control, Field } from '../EntityForm/types';
import { RegionPicker } from '.';

const codesOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

type RegionField = Pick<Extract<Field, { kind: 'custom' }>, 'kind' | 'select' | 'render'>;

const fieldOf = (render: (control: Omit<Control, 'value'>, value: unknown) => ReturnType<RegionField['render']>) => ({
  kind: 'custom' as const,
  select: true,
  render: ({ value, ...control }: Control) => render(control, value),
});

/** Form field for one region of any level. */
export const REGION_FIELD: RegionField = fieldOf(({ onChange, ...control }, value) => (
  <RegionPicker
    {...control}
    anyLevel
    value={typeof value === 'string' ? value : null}
    onChange={(code) => onChange(code)}
  />
));

/** Form field for several regions of any level. */
export const REGIONS_FIELD: RegionField = fieldOf((control, value) => (
  <RegionPicker {...control} multiple anyLevel value={codesOf(value)} />
));
