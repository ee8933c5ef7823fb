import {
  ASKED_PARTIES,
  type AskedParty,
  foodLossCase,
  LOSS,
  LOSS_EVIDENCE_TEXT,
  LOSS_SPEAKER_TEXT,
  LOSS_SPEAKERS,
  LOSS_WAY_TEXT,
  type LossEvidenceKind,
  type LossSpeaker,
  type LossWay,
} from '@contract/foodLoss.states';
import { getLocale, type Translate } from '@/app/i18n/i18n';
import { type Action, post } from '@/ui/actions/types';
import { trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { formatMoney } from '@/ui/Money/format';
import { caseFiles, evidenceFiles, evidenceIn, filesIn, hasParty, options } from './caseFields';
import { decisionFields, decisionIn, decisionStart } from './decision';
import type { LossRow } from './list';

const label = (action: Parameters<typeof foodLossCase.transition>[0]) => foodLossCase.transition(action).text;
const of = ({ id, version }: LossRow) => ({ id, version });
const yuan = (fen: number): string => formatMoney(fen, getLocale());
const asks =
  (sentence: Parameters<Translate>[0]) =>
  (names: string, [row]: readonly LossRow[], t: Translate): string =>
    t(sentence, { names, x: yuan(row?.compFen ?? row?.claimFen ?? 0) });

const reason: Field = {
  kind: 'textarea',
  name: 'reason',
  label: 'foodLoss.reasonField',
  rows: 2,
  required: true,
  ...LOSS.reason,
};

const SIMPLE: readonly Action<LossRow>[] = [
  {
    key: 'accept',
    label: label('accept'),
    hotkey: 'a',
    confirm: { text: asks('foodLoss.acceptText') },
    call: post('foodLoss.Report/accept', of),
  },
  {
    key: 'payNow',
    label: label('payNow'),
    confirm: { text: asks('foodLoss.payNowText') },
    call: post('foodLoss.Report/payNow', of),
  },
  {
    key: 'recordRefund',
    label: label('recordRefund'),
    confirm: { text: asks('foodLoss.recordRefundText') },
    fields: () => [
      { kind: 'text', name: 'channelRefundNo', label: 'foodLoss.refundNo', required: true, ...LOSS.refundNo },
    ],
    call: post('foodLoss.Report/recordRefund', (row: LossRow, values) => ({
      ...of(row),
      channelRefundNo: trimmed(values, 'channelRefundNo'),
    })),
  },
  {
    key: 'collect',
    label: label('collect'),
    confirm: {
      text: (names, [row], t) => t('foodLoss.collectInsurerText', { names, x: yuan(row?.insurerOwedFen ?? 0) }),
    },
    fields: () => [
      {
        kind: 'options',
        name: 'merchantNumberId',
        label: 'foodLoss.merchantNumber',
        source: 'merchantNumbers',
        required: true,
      },
      { kind: 'text', name: 'voucherNo', label: 'foodLoss.voucherNo', required: true, ...LOSS.refundNo },
    ],
    call: post('foodLoss.Report/collect', (row: LossRow, values) => ({
      ...of(row),
      merchantNumberId: Number(values.merchantNumberId),
      voucherNo: trimmed(values, 'voucherNo'),
    })),
  },
  {
    key: 'retryPay',
    label: label('retryPay'),
    confirm: { text: asks('foodLoss.retryText') },
    fields: () => [
      { kind: 'radio', name: 'payWay', label: 'foodLoss.payWay', required: true, options: options(LOSS_WAY_TEXT) },
    ],
    initial: ([row]) => ({ payWay: row?.payWay ?? 'balance' }),
    call: post('foodLoss.Report/retryPay', (row: LossRow, values) => ({
      ...of(row),
      payWay: values.payWay as LossWay,
    })),
  },
];

const FORMS: readonly Action<LossRow>[] = [
  {
    key: 'decide',
    label: label('decide'),
    hotkey: 'd',
    confirm: { text: asks('foodLoss.decideText') },
    fields: ([row]) => [
      ...decisionFields(row, false),
      { kind: 'switch', name: 'urgentPay', label: 'foodLoss.urgentPay', help: 'foodLoss.urgentHelp' },
    ],
    initial: decisionStart,
    call: post('foodLoss.Report/decide', (row: LossRow, values) => ({
      ...of(row),
      ...decisionIn(values),
      urgentPay: values.urgentPay === true,
    })),
  },
  {
    key: 'askEvidence',
    label: label('askEvidence'),
    confirm: { text: asks('foodLoss.askText') },
    fields: ([row]) => [
      {
        kind: 'radio',
        name: 'from',
        label: 'foodLoss.askFrom',
        required: true,
        options: ASKED_PARTIES.filter((party) => hasParty(row, party)).map((value) => ({
          value,
          label: LOSS_SPEAKER_TEXT[value],
        })),
      },
      { kind: 'textarea', name: 'what', label: 'foodLoss.askWhat', rows: 2, required: true, ...LOSS.what },
      {
        kind: 'number',
        name: 'hours',
        label: 'foodLoss.askHours',
        unit: 'foodLoss.hours',
        required: true,
        ...LOSS.askHours,
      },
    ],
    initial: () => ({ from: null, what: '', hours: LOSS.supplementHours.initial }),
    call: post('foodLoss.Report/askEvidence', (row: LossRow, values) => ({
      ...of(row),
      from: values.from as AskedParty,
      what: trimmed(values, 'what'),
      hours: Number(values.hours),
    })),
  },
  {
    key: 'addEvidence',
    label: 'foodLoss.addEvidence',
    hotkey: 'e',
    confirm: { text: asks('foodLoss.evidenceText') },
    fields: () => [
      {
        kind: 'radio',
        name: 'party',
        label: 'foodLoss.evidenceParty',
        required: true,
        options: LOSS_SPEAKERS.map((value) => ({ value, label: LOSS_SPEAKER_TEXT[value] })),
      },
      {
        kind: 'radio',
        name: 'kind',
        label: 'foodLoss.evidenceKind',
        required: true,
        options: options(LOSS_EVIDENCE_TEXT),
      },
      ...evidenceFiles(),
      { kind: 'textarea', name: 'note', label: 'foodLoss.evidenceNote', rows: 3, max: LOSS.statement.max },
    ],
    initial: () => ({ party: null, kind: 'photo', files: [], videos: [], voices: [], note: '' }),
    call: post('foodLoss.Report/addEvidence', ({ id }: LossRow, values) => ({
      id,
      party: values.party as LossSpeaker,
      kind: values.kind as LossEvidenceKind,
      files: evidenceIn(values),
      note: trimmed(values, 'note'),
    })),
  },
  {
    key: 'appeal',
    label: label('appeal'),
    confirm: { text: asks('foodLoss.appealText') },
    fields: ([row]) => [
      {
        kind: 'radio',
        name: 'party',
        label: 'foodLoss.appealParty',
        required: true,
        options: ASKED_PARTIES.filter((party) => hasParty(row, party)).map((value) => ({
          value,
          label: LOSS_SPEAKER_TEXT[value],
        })),
      },
      { kind: 'textarea', name: 'ground', label: 'foodLoss.ground', rows: 3, required: true, ...LOSS.ground },
      caseFiles('files', 'foodLoss.files', true),
    ],
    initial: () => ({ party: null, ground: '', files: [] }),
    call: post('foodLoss.Report/appeal', (row: LossRow, values) => ({
      ...of(row),
      party: values.party as AskedParty,
      ground: trimmed(values, 'ground'),
      files: filesIn(values),
    })),
  },
  {
    key: 'decideAppeal',
    label: label('decideAppeal'),
    hotkey: 'j',
    confirm: { text: asks('foodLoss.decideAppealText') },
    fields: ([row]) => [
      {
        kind: 'radio',
        name: 'result',
        label: 'foodLoss.appealResult',
        required: true,
        options: [
          { value: 'dismissed', label: 'foodLoss.dismissed' },
          { value: 'upheld', label: 'foodLoss.upheld' },
        ],
      },
      { kind: 'textarea', name: 'answer', label: 'foodLoss.answer', rows: 2, required: true, ...LOSS.opinion },
      ...decisionFields(row, true),
    ],
    initial: (rows) => ({ ...decisionStart(rows), result: null, answer: '' }),
    call: post('foodLoss.Report/decideAppeal', (row: LossRow, values) => ({
      ...of(row),
      result: values.result as 'upheld' | 'dismissed',
      answer: trimmed(values, 'answer'),
      decision: values.result === 'upheld' ? decisionIn(values) : null,
    })),
  },
];

const idsOf = (rows: readonly LossRow[]) => rows.map(({ id }) => id);
const ENDINGS = (
  [
    ['refundFailed', 'foodLoss.refundFailedText', 'foodLoss.Report/refundFailed'],
    ['close', 'foodLoss.closeText', 'foodLoss.Report/close'],
    ['reject', 'foodLoss.rejectText', 'foodLoss.Report/reject'],
  ] as const
).map(
  ([key, sentence, address]): Action<LossRow> => ({
    key,
    label: label(key),
    danger: true,
    confirm: { text: asks(sentence) },
    fields: () => [reason],
    call: post(address, (row: LossRow, values) => ({ ...of(row), reason: trimmed(values, 'reason') })),
  }),
);

/** All actions on a case (DOMAIN §3.9). The row's `actions` determine which of them are available. */
export const ACTIONS: readonly Action<LossRow>[] = [
  ...SIMPLE,
  ...FORMS,
  {
    key: 'assign',
    label: 'foodLoss.assign',
    confirm: { text: asks('foodLoss.assignText') },
    fields: () => [
      { kind: 'options', name: 'handlerId', label: 'foodLoss.handlerId', source: 'colleagues', required: true },
    ],
    call: post('foodLoss.Report/assign', ({ id }: LossRow, values) => ({
      ids: [id],
      handlerId: Number(values.handlerId),
    })),
    bulk: post('foodLoss.Report/assign', (rows: readonly LossRow[], values) => ({
      ids: idsOf(rows),
      handlerId: Number(values.handlerId),
    })),
  },
  {
    key: 'remind',
    label: 'foodLoss.remind',
    confirm: { text: asks('foodLoss.remindText') },
    call: post('foodLoss.Report/remind', ({ id }: LossRow) => ({ ids: [id] })),
    bulk: post('foodLoss.Report/remind', (rows: readonly LossRow[]) => ({ ids: idsOf(rows) })),
  },
  ...ENDINGS,
  {
    key: 'cancel',
    label: label('cancel'),
    danger: true,
    confirm: { text: asks('foodLoss.cancelText') },
    call: post('foodLoss.Report/cancel', of),
  },
];
