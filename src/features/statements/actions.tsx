import { STATEMENT, STATEMENT_FIELDS, statementCase } from '@contract/statement.states';
import { ADJUST_DIRECTION_TEXT, FUND } from '@contract/teamFund.states';
import { type Action, post } from '@/ui/actions/types';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { filesField } from '@/ui/FileUpload/filesField';
import type { StatementRow } from './columns';

const label = (action: Parameters<typeof statementCase.transition>[0]) => statementCase.transition(action).text;
const of = ({ id, version }: StatementRow) => ({ id, version });

const hasAdjust = (values: FormValues): boolean => values.direction === 'in' || values.direction === 'out';
const answerFields: readonly Field[] = [
  {
    kind: 'textarea',
    name: 'answer',
    label: STATEMENT_FIELDS.answer,
    required: true,
    rows: 3,
    ...STATEMENT.answer,
  },
  {
    kind: 'radio',
    name: 'direction',
    label: 'statement.adjust',
    help: 'statement.adjustHelp',
    options: [
      { value: 'none', label: 'statement.adjust_none' },
      { value: 'in', label: ADJUST_DIRECTION_TEXT.in },
      { value: 'out', label: ADJUST_DIRECTION_TEXT.out },
    ],
  },
  {
    kind: 'money',
    name: 'amountFen',
    label: 'statement.amount',
    required: true,
    when: hasAdjust,
    minFen: FUND.adjustFen.min,
    maxFen: FUND.adjustFen.max,
  },
  filesField({
    name: 'evidence',
    label: 'statement.evidence',
    help: 'statement.evidenceHelp',
    required: (values) => Number(values.amountFen) >= FUND.evidenceFromFen,
    requiredText: 'statement.evidenceNeeded',
    when: hasAdjust,
    scene: 'fundEvidence',
    max: FUND.evidence,
  }),
];
const adjustOf = (values: FormValues) =>
  hasAdjust(values)
    ? {
        direction: values.direction === 'in' ? ('in' as const) : ('out' as const),
        amountFen: Number(values.amountFen),
        evidence: Array.isArray(values.evidence) ? values.evidence.map(Number) : [],
      }
    : null;

/** Finance actions on statements (DOMAIN §3.5). The row's `actions` determine which of them are available. */
export const ACTIONS: readonly Action<StatementRow>[] = [
  {
    key: 'answer',
    label: label('answer'),
    hotkey: 'a',
    confirm: {
      text: (names, [row], translate) => translate('statement.answerText', { names, dispute: row?.disputeText ?? '' }),
    },
    fields: () => answerFields,
    initial: () => ({ direction: 'none' }),
    call: post('finance.Statement/answerDispute', (row: StatementRow, values) => ({
      ...of(row),
      answer: trimmed(values, 'answer'),
      adjust: adjustOf(values),
    })),
  },
  {
    key: 'send',
    label: label('send'),
    hotkey: 's',
    confirm: { text: (names, _rows, translate) => translate('statement.sendText', { names }) },
    call: post('finance.Statement/send', of),
    bulk: post('finance.Statement/bulkSend', (rows: readonly StatementRow[]) => ({
      ids: rows.map(({ id }) => id),
      versions: Object.fromEntries(rows.map(({ id, version }) => [String(id), version])),
    })),
  },
  {
    key: 'revise',
    label: label('revise'),
    hotkey: 'r',
    confirm: { text: (names, _rows, translate) => translate('statement.reviseText', { names }) },
    fields: () => [
      {
        kind: 'textarea',
        name: 'reason',
        label: STATEMENT_FIELDS.reason,
        required: true,
        rows: 2,
        ...STATEMENT.reason,
      },
    ],
    call: post('finance.Statement/revise', (row: StatementRow, values) => ({
      ...of(row),
      reason: trimmed(values, 'reason'),
    })),
  },
];
