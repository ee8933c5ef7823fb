import { CLAIM_LIST } from '@contract/insure.fields';
import { INSURE } from '@contract/insure.states';
import { CLAIM_MATERIALS, type ClaimMaterial, claimCase, materialsFor } from '@contract/insureClaim.states';
import { useMemo } from 'react';
import { getLocale } from '@/app/i18n/i18n';
import { type Area, useData } from '@/app/request/useData';
import { type CaseRow, caseActions } from '@/features/cases/actions';
import { CaseDrawer } from '@/features/cases/CaseDrawer';
import { type Action, type ActionRow, post } from '@/ui/actions/types';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { filesField } from '@/ui/FileUpload/filesField';
import { ListPage } from '@/ui/ListPage';
import type { DetailContext } from '@/ui/ListPage/types';
import { formatMoney } from '@/ui/Money/format';
import { QueryError } from '@/ui/QueryBoundary';
import { listOf } from '@/ui/resource/list';
import { type ClaimRow, KEPT } from './links';

const LIST = listOf('safety.Insure/getClaims', CLAIM_LIST);
const nameOf = (row: ClaimRow) => row.no;
const of = ({ id, version }: ClaimRow) => ({ id, version });
const label = (step: Parameters<typeof claimCase.transition>[0]) => claimCase.transition(step).text;
const yuan = (row: ClaimRow | undefined) => formatMoney(row?.limitFen ?? 0, getLocale());

const materialFields = ([row]: readonly ClaimRow[]): readonly Field[] => [
  {
    kind: 'choice',
    name: 'material',
    label: 'insureClaim.material',
    required: true,
    options: (row ? materialsFor(row.kind) : []).map((value) => ({ value, label: CLAIM_MATERIALS[value] })),
  },
  filesField({
    name: 'files',
    label: 'insureClaim.files',
    required: true,
    scene: 'claim',
    max: INSURE.files,
  }),
  { kind: 'switch', name: 'replaces', label: 'insureClaim.replaces', help: 'insureClaim.replacesHelp' },
];

const caseNo: Field = {
  kind: 'text',
  name: 'insurerCaseNo',
  label: 'insureClaim.insurerCaseNo',
  required: true,
  ...INSURE.caseNo,
};
const amount = ([row]: readonly ClaimRow[]): readonly Field[] => [
  {
    kind: 'money',
    name: 'paidFen',
    label: 'insureClaim.paidFen',
    required: true,
    minFen: 1,
    maxFen: Math.max(1, row?.limitFen ?? INSURE.sumFen.max),
  },
];
const paid = (row: ClaimRow, values: FormValues) => ({ ...of(row), paidFen: Number(values.paidFen) });

/** Steps with their own forms. `caseActions` builds all other steps. */
const OWN: readonly Action<ClaimRow>[] = [
  {
    key: 'addMaterial',
    label: label('addMaterial'),
    hotkey: 'm',
    confirm: { text: (names, _rows, t) => t('insureClaim.addText', { names }) },
    fields: materialFields,
    initial: () => ({ material: null, files: [], replaces: false }),
    call: post('safety.Insure/addMaterial', (row: ClaimRow, values) => ({
      ...of(row),
      material: values.material as ClaimMaterial,
      files: [...(values.files as number[])],
      replaces: values.replaces === true,
    })),
  },
  {
    key: 'acceptClaim',
    label: label('acceptClaim'),
    confirm: { text: (names, _rows, t) => t('insureClaim.acceptText', { names }) },
    fields: () => [caseNo],
    call: post('safety.Insure/acceptClaim', (row: ClaimRow, values) => ({
      ...of(row),
      insurerCaseNo: trimmed(values, 'insurerCaseNo'),
    })),
  },
  {
    key: 'approveClaim',
    label: label('approveClaim'),
    confirm: { text: (names, [row], t) => t('insureClaim.approveText', { names, x: yuan(row) }) },
    fields: amount,
    initial: ([row]) => ({ paidFen: row ? Math.min(row.claimedFen, row.limitFen) : null }),
    call: post('safety.Insure/approveClaim', paid),
  },
  {
    key: 'payClaim',
    label: label('payClaim'),
    confirm: { text: (names, [row], t) => t('insureClaim.payText', { names, x: yuan(row) }) },
    fields: amount,
    initial: ([row]) => ({ paidFen: row?.paidFen ?? null }),
    call: post('safety.Insure/payClaim', paid),
  },
];
const BAD: readonly string[] = ['refuseClaim'];
const quietly = <R extends ActionRow>(actions: readonly Action<R>[]): readonly Action<R>[] =>
  actions.map((action) => ({ ...action, danger: BAD.includes(action.key) }));
const ACTIONS: readonly Action<ClaimRow>[] = [
  ...OWN,
  ...quietly(
    caseActions<ClaimRow>([claimCase], (row) => ({
      type: claimCase.key,
      no: row.no,
      title: row.riderName,
      object: row.kindText,
      amountFen: row.claimedFen,
      makerName: '',
    })),
  ),
];
const STEPS = quietly(caseActions<CaseRow>([claimCase], (row) => row));
/** Endpoint prefix of the approvals list and of document drawers. Steps refresh the list and the drawers, because both show the claim. */
const DOCUMENTS: Area = 'approval.';

/** Adapts the forms of a claim to the drawer, in which the row is a document. The calls send the version of this document. */
const inDrawer = (claim: ClaimRow): readonly Action<CaseRow>[] =>
  OWN.map(({ key, label: name, hotkey, confirm, fields, initial, call }) => ({
    key,
    label: name,
    ...(hotkey && { hotkey }),
    ...(confirm && { confirm: { text: (names, _rows, t, n) => confirm.text(names, [claim], t, n) } }),
    ...(fields && { fields: () => fields([claim]) }),
    ...(initial && { initial: () => initial([claim]) }),
    ...(call && {
      call: {
        ...call,
        areas: [...call.areas, DOCUMENTS],
        send: (row: CaseRow, values: FormValues, sentKey: string) =>
          call.send({ ...claim, version: row.version }, values, sentKey),
      },
    }),
  }));

function ClaimDrawer({ context }: { readonly context: DetailContext<ClaimRow> }) {
  const query = useData('safety.Insure/getClaim', { id: context.id });
  const { data } = query;
  const besides = useMemo(() => (data ? [...inDrawer(data), ...STEPS] : STEPS), [data]);
  return (
    <CaseDrawer context={context} inside={KEPT} above={data ? null : <QueryError query={query} />} besides={besides} />
  );
}

/** Lists the claims (理赔). */
export function Claims() {
  return (
    <ListPage<'safety.Insure/getClaims'>
      {...LIST}
      name="insureClaims"
      title="insure.tabClaims"
      inside={KEPT}
      cards={3}
      actions={ACTIONS}
      rowName={nameOf}
      empty={{ text: 'insureClaim.empty' }}
      detail={(context) => <ClaimDrawer context={context} />}
    />
  );
}
