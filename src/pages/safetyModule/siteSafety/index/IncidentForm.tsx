import { parseLngLat } from '@contract/hexagon';
import {
  INCIDENT_KINDS,
  type IncidentKind,
  SAFETY,
  SEVERE,
  SEVERITIES,
  type Severity,
} from '@contract/siteSafety.states';
import { now } from '@/app/clock';
import { useT } from '@/app/i18n/i18n';
import { pointField } from '@/features/areaEditor/pointField';
import { measuresField, readMeasures } from '@/features/siteSafety/Measures';
import { photosField, photosOf, videosField } from '@/features/siteSafety/PhotosField';
import { EntityForm } from '@/ui/EntityForm';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { FieldGroup } from '@/ui/EntityForm/types';
import { Drawer } from '@/ui/library/Drawer';

const GROUPS: readonly FieldGroup<FormValues>[] = [
  {
    key: 'what',
    title: 'siteIncident.groupWhat',
    help: 'siteIncident.reportHelp',
    fields: [
      { kind: 'options', name: 'teamId', label: 'siteIncident.teamId', source: 'teams', required: true },
      {
        kind: 'text',
        name: 'riderNo',
        label: 'siteIncident.riderNo',
        help: 'siteIncident.riderHelp',
        max: 16,
        upper: true,
      },
      {
        kind: 'choice',
        name: 'kind',
        label: 'siteIncident.kind',
        required: true,
        options: INCIDENT_KINDS.map((value) => ({ value, label: `siteIncident.kind_${value}` as const })),
      },
      {
        kind: 'radio',
        name: 'severity',
        label: 'siteIncident.severity',
        required: true,
        options: SEVERITIES.map((value) => ({ value, label: `siteIncident.severity_${value}` as const })),
      },
      {
        kind: 'moment',
        name: 'happenedAt',
        label: 'siteIncident.happenedAt',
        required: true,
        check: (value) => (Date.parse(String(value)) > now() ? { rule: 'range', text: 'siteIncident.future' } : null),
      },
      {
        kind: 'textarea',
        name: 'description',
        label: 'siteIncident.description',
        required: true,
        rows: 4,
        ...SAFETY.description,
      },
      { kind: 'number', name: 'injured', label: 'siteIncident.injured', required: true, ...SAFETY.injured },
    ],
  },
  {
    key: 'where',
    title: 'siteIncident.groupWhere',
    fields: [
      { kind: 'text', name: 'place', label: 'siteIncident.place', max: SAFETY.place.max },
      pointField('siteIncident.point'),
      { kind: 'text', name: 'orderNo', label: 'siteIncident.orderNo', max: SAFETY.orderNo.max },
      {
        kind: 'text',
        name: 'claimNo',
        label: 'siteIncident.claimNo',
        help: 'siteIncident.claimHelp',
        max: SAFETY.claimNo.max,
      },
    ],
  },
  {
    key: 'proof',
    title: 'siteIncident.groupProof',
    fields: [
      {
        ...photosField('siteIncident.photos', { help: 'siteIncident.photosHelp' }),
        required: (values: FormValues) => SEVERE.includes(values.severity as Severity),
      },
      videosField('siteIncident.videos'),
      { kind: 'switch', name: 'policeReported', label: 'siteIncident.policeReported' },
      { kind: 'switch', name: 'medical', label: 'siteIncident.medical' },
      {
        kind: 'switch',
        name: 'freezeTeam',
        label: 'siteIncident.freezeTeam',
        help: 'siteIncident.freezeHelp',
        when: (values) => values.severity === 'major',
      },
      measuresField,
    ],
  },
];
const EMPTY: FormValues = {
  ...{ teamId: null, riderNo: '', kind: null, severity: 'normal', happenedAt: null, description: '', injured: 0 },
  ...{ place: '', point: '', orderNo: '', claimNo: '', photos: [], videos: [], policeReported: false, medical: false },
  ...{ freezeTeam: false, measures: [] },
};

/** Shows the form that reports an incident. */
export function IncidentForm({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  return (
    <Drawer open size="min(680px, 100vw)" title={t('siteIncident.report')} onClose={onClose}>
      <EntityForm<'safety.Site/saveIncident', FormValues>
        formKey="siteIncident.new"
        title={t('siteIncident.report')}
        initial={EMPTY}
        groups={GROUPS}
        address="safety.Site/saveIncident"
        toInput={({ values }) => ({
          teamId: Number(values.teamId),
          riderNo: trimmed(values, 'riderNo') || null,
          kind: values.kind as IncidentKind,
          severity: values.severity as Severity,
          happenedAt: String(values.happenedAt),
          description: trimmed(values, 'description'),
          injured: Number(values.injured),
          place: trimmed(values, 'place'),
          point: parseLngLat(trimmed(values, 'point')),
          orderNo: trimmed(values, 'orderNo'),
          claimNo: trimmed(values, 'claimNo'),
          photos: photosOf(values.photos),
          videos: photosOf(values.videos),
          policeReported: values.policeReported === true,
          medical: values.medical === true,
          freezeTeam: values.severity === 'major' && values.freezeTeam === true,
          measures: readMeasures(values.measures),
        })}
        submit="siteIncident.report"
        onDone={onClose}
      />
    </Drawer>
  );
}
