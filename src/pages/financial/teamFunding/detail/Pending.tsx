import type { Data } from '@contract/index';
import { SETTLE_LINE_TEXT, type SettleLineState } from '@contract/ledger';
import type { Tone } from '@contract/lifecycle';
import { FUND } from '@contract/teamFund.states';
import { getLocale } from '@/app/i18n/i18n';
import { ownHoldOfLoss, passText, untilLoss } from '@/features/settlement/loss';
import { type Action, post } from '@/ui/actions/types';
import { trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { ListPage } from '@/ui/ListPage';
import type { Column, FilterOf } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { formatMoney } from '@/ui/Money/format';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';

type Row = Data<'finance.TeamFund/getPending'>['list'][number];

const TONES: Readonly<Record<SettleLineState, Tone>> = {
  pending: 'info',
  held: 'attention',
  released: 'good',
  reversed: 'attention',
};
const STATES = Object.keys(SETTLE_LINE_TEXT) as SettleLineState[];

const FILTERS: readonly FilterOf<'finance.TeamFund/getPending'>[] = [
  { kind: 'text', key: 'keyword', label: 'fund.orderNo' },
  {
    kind: 'many',
    key: 'state',
    label: 'fund.lineState',
    options: STATES.map((value) => ({ value, label: SETTLE_LINE_TEXT[value] })),
  },
];
const COLUMNS: readonly Column<Row>[] = [
  { key: 'orderNo', title: 'fund.orderNo', width: 200, render: (row) => <code>{row.orderNo}</code> },
  {
    key: 'createdAt',
    title: 'fund.completedAt',
    sort: true,
    render: (row) => <TimeText at={row.completedAt} mode="full" />,
  },
  {
    key: 'amount',
    title: 'fund.amount',
    unit: 'fund.yuan',
    sort: true,
    align: 'end',
    render: (row) => <Money fen={row.amountFen} />,
  },
  { key: 'dueAt', title: 'fund.dueAt', sort: true, render: (row) => <TimeText at={row.dueAt} mode="full" /> },
  {
    key: 'state',
    title: 'fund.lineState',
    // A reversed settlement without a hold will not be repeated, so its tone is neutral.
    render: ({ state, stateText, heldReason }) => (
      <StatusTag tone={state === 'reversed' && heldReason === null ? 'neutral' : TONES[state]} text={stateText} />
    ),
  },
  { key: 'heldReason', title: 'fund.heldReason', render: (row) => row.heldReason ?? '—' },
];

const reason: Field = { kind: 'text', name: 'reason', label: 'fund.reason', required: true, ...FUND.reason };
const of = ({ teamId, orderNo }: Row) => ({ teamId, orderNo });
const about = (names: string, row: Row | undefined) => ({ names, x: formatMoney(row?.amountFen ?? 0, getLocale()) });

const ACTIONS: readonly Action<Row>[] = [
  {
    key: 'releaseLine',
    label: 'fund.releaseLine',
    blocked: ({ lossNo }, t) => untilLoss(lossNo, t),
    confirm: { text: (names, [row], t) => t('fund.releaseLineText', about(names, row)) },
    fields: () => [reason],
    call: post('finance.TeamFund/releaseLine', (row: Row, values) => ({
      ...of(row),
      reason: trimmed(values, 'reason'),
    })),
  },
  {
    key: 'holdLine',
    label: 'fund.holdLine',
    confirm: { text: (names, [row], t) => t('fund.holdLineText', about(names, row)) },
    fields: () => [reason],
    call: post('finance.TeamFund/holdLine', (row: Row, values) => ({
      ...of(row),
      reason: trimmed(values, 'reason'),
    })),
  },
  {
    key: 'unholdLine',
    label: 'fund.unholdLine',
    blocked: ({ lossNo, heldReason }, t) => ownHoldOfLoss(heldReason, lossNo, t),
    confirm: {
      text: (names, [row], t) =>
        passText(names, row?.lossNo, t) ??
        (row?.state === 'reversed' ? t('bill.liftOrderText', { names }) : t('fund.unholdLineText', about(names, row))),
    },
    call: post('finance.TeamFund/unholdLine', of),
  },
];
const INSIDE = ['teamId', 'tab'];

/** Lists the station's shares of completed orders (待结算). By default, only shares that still wait for settlement are listed. */
export function Pending({ teamId }: { readonly teamId: number }) {
  return (
    <ListPage<'finance.TeamFund/getPending'>
      inside={INSIDE}
      fixed={{ teamId: String(teamId) }}
      address="finance.TeamFund/getPending"
      name="fundPending"
      title="fund.settlement"
      rowName={(row) => row.orderNo}
      filters={FILTERS}
      columns={COLUMNS}
      actions={ACTIONS}
      cards={3}
      summary={({ waitingFen, heldFen, undoneFen }) => [
        {
          key: 'waiting',
          label: 'fund.waiting',
          value: waitingFen,
          kind: 'fen',
          unit: 'fund.yuan',
          help: 'fund.pendingHelp',
        },
        {
          key: 'held',
          label: 'fund.heldLines',
          value: heldFen,
          kind: 'fen',
          unit: 'fund.yuan',
          filter: { state: ['held'] },
        },
        {
          key: 'undone',
          label: 'fund.undoneLines',
          value: undoneFen,
          kind: 'fen',
          unit: 'fund.yuan',
          help: 'fund.undoneHelp',
          filter: { state: ['reversed'] },
        },
      ]}
      empty={{ text: 'fund.pendingEmpty' }}
    />
  );
}
