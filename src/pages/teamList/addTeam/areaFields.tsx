import { TEAM_FIELDS } from '@contract/team.fields';
import { getLocale, type Translate } from '@/app/i18n/i18n';
import { areaKm2 } from '@/features/mapBase/geometry';
import { formatFigure } from '@/ui/Money/format';
import { AreaField } from './AreaField';
import type { FieldContext, WizardField } from './fieldContext';
import type { WizardValues } from './values';

/** Describes an area as text: the number of its corners and its size. */
function areaText(polygon: WizardValues['polygon'], t: Translate): string {
  if (polygon.length === 0) return '—';
  return t('area.summary', { n: polygon.length, km2: formatFigure(areaKm2(polygon), 'km2', getLocale()) });
}

export function areaFields({ t, teamId, detail, policy, form }: FieldContext): readonly WizardField[] {
  return [
    {
      name: 'polygon',
      label: TEAM_FIELDS.polygon,
      kind: 'custom',
      required: true,
      carries: ['areaMode', 'hexSizeKm'],
      read: (value) => areaText(value as WizardValues['polygon'], t),
      render: (control) => (
        <AreaField control={control} form={form()} teamId={teamId} detail={detail} policy={policy} />
      ),
    },
  ];
}
