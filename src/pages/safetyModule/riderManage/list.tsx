import type { Data } from '@contract/index';
import { RIDER_LIST } from '@contract/rider.fields';
import {
  COURSES,
  type Course,
  RIDER,
  riderCase,
  VIOLATION_KINDS,
  type ViolationKind,
} from '@contract/riderWork.states';
import { getLocale, t } from '@/app/i18n/i18n';
import { caseActions } from '@/features/cases/actions';
import { type Action, post } from '@/ui/actions/types';
import { CutText } from '@/ui/CutText';
import { trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { FileUpload } from '@/ui/FileUpload';
import { filesField } from '@/ui/FileUpload/filesField';
import { formatFigure } from '@/ui/Money/format';
import { PersonName } from '@/ui/PersonName';
import { listOf } from '@/ui/resource/list';
import { StatusTag } from '@/ui/StatusTag';
import { TwoLines } from '@/ui/TwoLines';

export type RiderRow = Data<'safety.Rider/getList'>['list'][number];

export const LIST = listOf('safety.Rider/getList', RIDER_LIST, {
  columns: {
    name: (row) => <PersonName name={row.name} pictureUrl={row.photoUrl} />,
    mayWork: (row) => (
      <TwoLines>
        <StatusTag tone={row.mayWork === 'yes' ? 'good' : 'bad'} text={row.mayWorkText} />
        {row.mayNotText ? <CutText text={row.mayNotText} most={150} /> : null}
      </TwoLines>
    ),
    ratingX100: (row) => formatFigure(row.ratingX100 / 100, 'rating', getLocale()),
  },
});

const idsOf = (rows: readonly RiderRow[]) => rows.map(({ id }) => id);
const reason: Field = {
  kind: 'textarea',
  name: 'reason',
  label: 'rider.reason',
  rows: 2,
  required: true,
  ...RIDER.reason,
};

/** Field for pictures of a certificate. The server removes place and time from the pictures. */
const pictures: Field = filesField({
  name: 'files',
  label: 'rider.pictures',
  help: 'rider.submitHelp',
  required: true,
  scene: 'certificate',
  max: RIDER.files,
});

const photo: Field = {
  kind: 'custom',
  name: 'fileId',
  label: 'rider.photo',
  help: 'rider.photoHelp',
  render: ({ id, value, onChange, disabled, describedBy }) => (
    <FileUpload
      scene="riderPhoto"
      label={t('rider.photo')}
      id={id}
      value={typeof value === 'number' ? value : null}
      onChange={onChange}
      disabled={disabled}
      describedBy={describedBy}
    />
  ),
};

const evidence: Field = filesField({
  name: 'files',
  label: 'rider.evidence',
  scene: 'violation',
  max: RIDER.evidence,
});

const violation: readonly Field[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: 'rider.kind',
    required: true,
    options: VIOLATION_KINDS.map((value) => ({ value, label: `rider.kind_${value}` as const })),
  },
  { kind: 'switch', name: 'isSerious', label: 'rider.isSerious', help: 'rider.seriousHelp' },
  { kind: 'number', name: 'points', label: 'rider.points', required: true, ...RIDER.violationPoints },
  { kind: 'text', name: 'orderNo', label: 'rider.orderNo', max: RIDER.orderNo.max },
  { kind: 'textarea', name: 'note', label: 'rider.note', rows: 2, required: true, ...RIDER.reason },
  evidence,
];

const course: Field = {
  kind: 'choice',
  name: 'course',
  label: 'rider.course',
  required: true,
  options: COURSES.map((value) => ({ value, label: `rider.course_${value}` as const })),
};

const STEPS = caseActions<RiderRow>([riderCase], (row) => ({
  type: riderCase.key,
  no: row.riderNo,
  title: row.name,
  object: row.teamName,
  amountFen: null,
  makerName: '',
}));
/** Steps that `caseActions` styles as dangerous although they are not dangerous. */
const HARMLESS: readonly string[] = ['admit', 'rejoin'];

/** Actions on a rider (DOMAIN §3.8). The row's `actions` determine which of them are available. */
export const ACTIONS: readonly Action<RiderRow>[] = [
  ...STEPS.map((step) => (HARMLESS.includes(step.key) ? { ...step, danger: false } : step)),
  {
    key: 'transfer',
    label: riderCase.transition('transfer').text,
    hotkey: 't',
    confirm: { text: (names, _rows, say) => say('rider.transferText', { names }) },
    fields: () => [
      { kind: 'options', name: 'teamId', label: 'rider.transferTo', source: 'teams', required: true },
      reason,
    ],
    call: post('safety.Rider/transfer', ({ id, version }: RiderRow, values) => ({
      id,
      version,
      teamId: Number(values.teamId),
      reason: trimmed(values, 'reason'),
    })),
    bulk: post('safety.Rider/bulkTransfer', (rows: readonly RiderRow[], values) => ({
      ids: idsOf(rows),
      teamId: Number(values.teamId),
      reason: trimmed(values, 'reason'),
    })),
  },
  {
    key: 'submitCertificate',
    label: 'rider.submitCertificate',
    hotkey: 'c',
    confirm: { text: (names) => names },
    fields: () => [pictures],
    initial: () => ({ files: [] }),
    call: post('safety.Rider/submitCertificate', ({ id }: RiderRow, values) => ({
      riderId: id,
      files: [...(values.files as number[])],
    })),
  },
  {
    key: 'askFaceCheck',
    label: 'rider.askFace',
    confirm: { text: (names, _rows, say) => say('rider.askFaceText', { names }) },
    call: post('safety.Rider/askFaceCheck', ({ id }: RiderRow) => ({ id })),
  },
  {
    key: 'recordViolation',
    label: 'rider.recordViolation',
    danger: true,
    confirm: { text: (names, _rows, say) => say('rider.recordViolationText', { names }) },
    fields: () => violation,
    initial: () => ({ kind: null, isSerious: false, points: null, orderNo: '', note: '', files: [] }),
    call: post('safety.Rider/recordViolation', ({ id }: RiderRow, values) => ({
      id,
      kind: values.kind as ViolationKind,
      isSerious: values.isSerious === true,
      points: Number(values.points),
      orderNo: trimmed(values, 'orderNo') || null,
      note: trimmed(values, 'note'),
      files: [...(values.files as number[])],
    })),
  },
  {
    key: 'assignTraining',
    label: 'rider.assignTraining',
    confirm: { text: (names, _rows, say) => say('rider.assignTrainingText', { names }) },
    fields: () => [course],
    call: post('safety.Rider/assignTraining', ({ id }: RiderRow, values) => ({
      ids: [id],
      course: values.course as Course,
    })),
    bulk: post('safety.Rider/assignTraining', (rows: readonly RiderRow[], values) => ({
      ids: idsOf(rows),
      course: values.course as Course,
    })),
  },
  {
    key: 'remind',
    label: 'rider.remind',
    confirm: { text: (names, _rows, say) => say('rider.remindText', { names }) },
    call: post('safety.Rider/remind', ({ id }: RiderRow) => ({ ids: [id] })),
    bulk: post('safety.Rider/remind', (rows: readonly RiderRow[]) => ({ ids: idsOf(rows) })),
  },
  {
    key: 'savePhoto',
    label: 'rider.changePhoto',
    hotkey: 'p',
    confirm: { text: (names) => names },
    fields: () => [photo],
    initial: ([row]) => ({ fileId: row?.photoFileId ?? null }),
    call: post('safety.Rider/savePhoto', ({ id, version }: RiderRow, values) => ({
      id,
      version,
      fileId: typeof values.fileId === 'number' ? values.fileId : null,
    })),
  },
];
