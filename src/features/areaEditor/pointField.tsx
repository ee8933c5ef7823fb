import { parseLngLat } from '@contract/hexagon';
import { lazy, Suspense } from 'react';
import { type Label, t } from '@/app/i18n/i18n';
import type { Field } from '@/ui/EntityForm/types';

const PointPicker = lazy(() => import('./PointPicker').then((module) => ({ default: module.PointPicker })));
const NO_CODES: readonly string[] = [];

/** Creates the form field `point` for a place on the map. Its value is the text `lng,lat`, or empty if no place is set. */
export const pointField = (label: Label): Field => ({
  kind: 'custom',
  name: 'point',
  label,
  render: ({ id, value, onChange, disabled, invalid, describedBy }) => (
    <Suspense fallback={null}>
      <PointPicker
        id={id}
        label={t(label)}
        value={String(value ?? '')}
        onChange={onChange}
        regionCodes={NO_CODES}
        disabled={disabled}
        invalid={invalid}
        describedBy={describedBy}
      />
    </Suspense>
  ),
  check: (value) => (value && !parseLngLat(String(value)) ? { rule: 'pattern' } : null),
});
