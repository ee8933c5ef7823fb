import { REVERSE_REASON } from '@contract/finance';
import type { Data } from '@contract/index';
import { useMemo } from 'react';
import { type Action, post } from '@/ui/actions/types';
import { CopyText } from '@/ui/CopyText';
import { trimmed } from '@/ui/EntityForm/store';
import { ListPage } from '@/ui/ListPage';
import type { Column } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { TimeText } from '@/ui/TimeText';
import { KEPT, type View } from './links';

type Row = Data<'finance.Escrow/getList'>['list'][number];

const COLUMNS: readonly Column<Row>[] = [
  { key: 'orderNo', title: 'finance.orderNo', opens: true, render: (row) => <CopyText text={row.orderNo} /> },
  { key: 'team', title: 'bill.teamId', render: (row) => row.teamName },
  { key: 'cancelledAt', title: 'finance.cancelledAt', sort: true, render: (row) => <TimeText at={row.cancelledAt} /> },
  { key: 'paid', title: 'finance.paid', unit: 'list.yuan', align: 'end', render: (row) => <Money fen={row.paidFen} /> },
  {
    key: 'refund',
    title: 'finance.refunded',
    unit: 'list.yuan',
    align: 'end',
    render: (row) => <Money fen={row.refundFen} />,
  },
  {
    key: 'left',
    title: 'finance.inEscrow',
    unit: 'list.yuan',
    align: 'end',
    render: (row) => <Money fen={row.leftFen} />,
  },
];
const reason = {
  kind: 'text',
  name: 'reason',
  label: 'finance.reason',
  required: true,
  min: REVERSE_REASON.min,
  max: REVERSE_REASON.max,
} as const;
const ACTIONS: readonly Action<Row>[] = [
  {
    key: 'refund',
    label: 'finance.refundRest',
    confirm: { text: (names, _rows, t) => t('finance.refundRestText', { names }) },
    fields: () => [
      { kind: 'text', name: 'refundNo', label: 'finance.refundNo', required: true, max: 32 },
      { kind: 'text', name: 'channelRefundNo', label: 'finance.channelRefundNo', max: 64 },
      reason,
    ],
    call: post('finance.Escrow/refund', (row: Row, values) => ({
      teamId: row.teamId,
      orderNo: row.orderNo,
      refundNo: trimmed(values, 'refundNo'),
      ...(trimmed(values, 'channelRefundNo') !== '' && { channelRefundNo: trimmed(values, 'channelRefundNo') }),
      reason: trimmed(values, 'reason'),
    })),
  },
  {
    key: 'settle',
    label: 'finance.settleCancelled',
    confirm: { text: (names, _rows, t) => t('finance.settleCancelledText', { names }) },
    fields: () => [reason],
    call: post('finance.Escrow/settle', (row: Row, values) => ({
      teamId: row.teamId,
      orderNo: row.orderNo,
      reason: trimmed(values, 'reason'),
    })),
  },
];
const nameOf = (row: Row) => row.orderNo;

/** Lists cancelled orders with money in escrow for more than a day. Users can refund the rest or settle the order. */
export function Escrow({ view }: { readonly view: View }) {
  const fixed = useMemo(
    (): Readonly<Record<string, string>> => (view.teamIds.length > 0 ? { teamIds: view.teamIds.join(',') } : {}),
    [view.teamIds],
  );
  return (
    <ListPage<'finance.Escrow/getList'>
      address="finance.Escrow/getList"
      name="financeEscrow"
      title="finance.partEscrow"
      inside={KEPT}
      fixed={fixed}
      columns={COLUMNS}
      actions={ACTIONS}
      rowName={nameOf}
      empty={{ text: 'finance.emptyEscrow' }}
    />
  );
}
