import { parseLngLat } from '@contract/hexagon';
import type { Data } from '@contract/index';
import { POLICY_LIST } from '@contract/insure.fields';
import { INSURE } from '@contract/insure.states';
import { CLAIM_KIND_KEYS, CLAIM_KINDS, type ClaimKind } from '@contract/insureClaim.states';
import { policyCase } from '@contract/insurePolicy.states';
import { Link } from '@umijs/max';
import { saveFile } from '@/app/download';
import { pointField } from '@/features/areaEditor/pointField';
import { caseActions } from '@/features/cases/actions';
import { type Action, type ActionRow, post } from '@/ui/actions/types';
import { CutText } from '@/ui/CutText';
import { trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { listOf } from '@/ui/resource/list';
import type { PolicyRow } from './links';

export const LIST = listOf('safety.Insure/getPolicies', POLICY_LIST, {
  columns: {
    riderName: (row) => <Link to={`/safetyModule/riderManage?open=${row.riderId}&tab=insurance`}>{row.riderName}</Link>,
    error: (row) => (row.error ? <CutText text={row.error} most={190} /> : '—'),
  },
});

/** Form fields for reporting a claim under a policy. */
const claimFields: readonly Field[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: 'insureClaim.kind',
    required: true,
    options: CLAIM_KIND_KEYS.map((value) => ({ value, label: CLAIM_KINDS[value] })),
  },
  { kind: 'moment', name: 'happenedAt', label: 'insureClaim.happenedAt', required: true },
  { kind: 'text', name: 'place', label: 'insureClaim.place', required: true, ...INSURE.place },
  pointField('insureClaim.point'),
  { kind: 'text', name: 'orderNo', label: 'insureClaim.orderNo', max: INSURE.orderNo.max },
  {
    kind: 'money',
    name: 'claimedFen',
    label: 'insureClaim.claimedFen',
    required: true,
    minFen: 1,
    maxFen: INSURE.sumFen.max,
  },
  {
    kind: 'textarea',
    name: 'description',
    label: 'insureClaim.description',
    required: true,
    rows: 3,
    ...INSURE.description,
  },
];

/** Action that reports a claim. The row and the drawer of a policy share it. */
export const CLAIM: Action<ActionRow> = {
  key: 'createClaim',
  label: 'insurePolicy.claim',
  hotkey: 'c',
  confirm: { text: (names, _rows, t) => t('insurePolicy.claimText', { names }) },
  fields: () => claimFields,
  initial: () => ({
    ...{ kind: null, happenedAt: null, place: '', point: '', orderNo: '', claimedFen: null, description: '' },
  }),
  call: post('safety.Insure/createClaim', ({ id }: ActionRow, values) => ({
    policyId: id,
    kind: values.kind as ClaimKind,
    happenedAt: String(values.happenedAt),
    place: trimmed(values, 'place'),
    point: parseLngLat(trimmed(values, 'point')),
    orderNo: trimmed(values, 'orderNo') || null,
    claimedFen: Number(values.claimedFen),
    description: trimmed(values, 'description'),
  })),
};

function savePdf(data: unknown): void {
  const { name, content } = data as Data<'safety.Insure/downloadPolicy'>;
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  saveFile(name, new Blob([bytes], { type: 'application/pdf' }));
}
/** Action that downloads the electronic policy as a PDF file. The row and the drawer of a policy share it. */
export const E_POLICY: Action<ActionRow> = {
  key: 'ePolicy',
  label: 'insurePolicy.ePolicy',
  hotkey: 'd',
  instant: true,
  quiet: true,
  call: post('safety.Insure/downloadPolicy', ({ id }: ActionRow) => ({ id })),
  after: savePdf,
};

/** Actions on a policy. The row's `actions` determine which of them are available. */
export const POLICY_ACTIONS: readonly Action<PolicyRow>[] = [
  ...caseActions<PolicyRow>([policyCase], (row) => ({
    type: policyCase.key,
    no: row.no,
    title: row.riderName,
    object: row.productName,
    amountFen: row.premiumFen,
    makerName: '',
  })).map((action) => (action.key === 'retryPolicy' ? { ...action, danger: false } : action)),
  CLAIM,
  E_POLICY,
];
