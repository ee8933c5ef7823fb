import type { Data } from '@contract/index';
import {
  ITEM_ACTIONS,
  type ItemAction,
  RECON,
  RECON_PARTIES,
  RECON_PARTY_KEYS,
  type ReconPartyKind,
  reconCase,
} from '@contract/recon.states';
import { getLocale } from '@/app/i18n/i18n';
import { type Action, post } from '@/ui/actions/types';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { filesField } from '@/ui/FileUpload/filesField';
import { formatMoney } from '@/ui/Money/format';

export type ItemRow = Data<'finance.Recon/getItems'>['list'][number];

const label = (action: Parameters<typeof reconCase.transition>[0]) => reconCase.transition(action).text;
const yuan = (row: ItemRow | undefined) => formatMoney(row?.gapFen ?? 0, getLocale());
const files = (values: FormValues) => (Array.isArray(values.evidence) ? values.evidence.map(Number) : []);

const reason: Field = {
  kind: 'textarea',
  name: 'reason',
  label: 'recon.reason',
  required: true,
  rows: 2,
  ...RECON.reason,
};
const evidence: Field = filesField({
  name: 'evidence',
  label: 'recon.evidence',
  scene: 'fundEvidence',
  max: RECON.evidence,
});

const partyOf = (values: FormValues) => {
  const party = values.party as ReconPartyKind;
  return {
    party,
    ...((party === 'team' || party === 'merchant') && { teamId: Number(values.teamId) }),
    ...((party === 'rider' || party === 'merchant') && { person: trimmed(values, 'person') }),
  };
};

/** Returns whether the difference already names its bill. Only duplicates and status mismatches do. */
const namesBill = (row: ItemRow | undefined) => row?.type === 'duplicate' || row?.type === 'statusMismatch';

const handleFields = (rows: readonly ItemRow[]): readonly Field[] => {
  const [row] = rows;
  return [
    {
      kind: 'radio',
      name: 'action',
      label: 'recon.action',
      required: true,
      options: (row?.choices ?? []).map((value) => ({ value, label: ITEM_ACTIONS[value] })),
    },
    {
      kind: 'text',
      name: 'targetBillNo',
      label: 'recon.targetBillNo',
      help: 'recon.targetBillNoHelp',
      required: !namesBill(row),
      when: (values) => values.action === 'rematch',
      max: RECON.billNo.max,
    },
    {
      kind: 'radio',
      name: 'party',
      label: 'recon.party',
      help: 'recon.partyHelp',
      required: true,
      options: RECON_PARTY_KEYS.map((value) => ({ value, label: RECON_PARTIES[value] })),
      when: (values) => values.action === 'createBill',
    },
    {
      kind: 'options',
      name: 'teamId',
      label: 'recon.teamId',
      source: 'teams',
      required: true,
      when: ({ action, party }) => action === 'createBill' && (party === 'team' || party === 'merchant'),
    },
    {
      kind: 'text',
      name: 'person',
      label: 'recon.person',
      help: 'recon.personHelp',
      required: true,
      max: 64,
      when: ({ action, party }) => action === 'createBill' && (party === 'rider' || party === 'merchant'),
    },
    reason,
    evidence,
  ];
};

/** All actions on a difference. The row's `actions` determine which of them are available. */
export const ACTIONS: readonly Action<ItemRow>[] = [
  {
    key: 'handle',
    label: label('handle'),
    hotkey: 'h',
    confirm: { text: (names, [row], t) => t('recon.handleText', { names, x: yuan(row) }) },
    fields: handleFields,
    initial: () => ({ party: 'team' }),
    call: post('finance.Recon/handle', ({ id, version }: ItemRow, values) => ({
      id,
      version,
      action: values.action as ItemAction,
      reason: trimmed(values, 'reason'),
      evidence: files(values),
      ...(values.action === 'rematch' &&
        trimmed(values, 'targetBillNo') !== '' && { targetBillNo: trimmed(values, 'targetBillNo') }),
      ...(values.action === 'createBill' && partyOf(values)),
    })),
  },
  {
    key: 'assign',
    label: label('assign'),
    confirm: { text: (_names, _rows, t, n) => t('recon.assignText', { n }) },
    fields: () => [{ kind: 'options', name: 'handlerId', label: 'recon.handler', source: 'staff', required: true }],
    call: post('finance.Recon/assign', ({ id }: ItemRow, values) => ({
      ids: [id],
      handlerId: Number(values.handlerId),
    })),
    bulk: post('finance.Recon/assign', (rows: readonly ItemRow[], values) => ({
      ids: rows.map(({ id }) => id),
      handlerId: Number(values.handlerId),
    })),
  },
  {
    key: 'markTiming',
    label: label('markTiming'),
    confirm: { text: (_names, _rows, t, n) => t('recon.timingText', { n }) },
    call: post('finance.Recon/markTiming', ({ id }: ItemRow) => ({ ids: [id] })),
    bulk: post('finance.Recon/markTiming', (rows: readonly ItemRow[]) => ({ ids: rows.map(({ id }) => id) })),
  },
  {
    key: 'writeOff',
    label: label('writeOff'),
    danger: true,
    confirm: { text: (names, [row], t) => t('recon.writeOffText', { names, x: yuan(row) }) },
    fields: () => [reason, evidence],
    call: post('finance.Recon/writeOff', ({ id, version }: ItemRow, values) => ({
      id,
      version,
      reason: trimmed(values, 'reason'),
      evidence: files(values),
    })),
  },
];
