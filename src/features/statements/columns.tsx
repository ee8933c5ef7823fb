import type { Data } from '@contract/index';
import { STATEMENT_FIELDS, statementCase } from '@contract/statement.states';
import { Link } from '@umijs/max';
import { detailLink } from '@/features/funds/links';
import { CutText } from '@/ui/CutText';
import { Figure } from '@/ui/Figure';
import type { Column } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';

export type StatementRow = Data<'finance.Statement/getList'>['list'][number];

export function StatementState({ row }: { readonly row: Pick<StatementRow, 'state' | 'stateText'> }) {
  return <StatusTag tone={statementCase.states[row.state].tone} text={row.stateText} />;
}

type Sum =
  | 'goodsFen'
  | 'deliveryFen'
  | 'technicalFeeFen'
  | 'deliveryFeeFen'
  | 'promotionFeeFen'
  | 'otherFeesFen'
  | 'refundsFen'
  | 'compensationFen'
  | 'adjustmentsFen'
  | 'payableFen'
  | 'creditedFen';
const sum = (key: Sum, more: Partial<Column<StatementRow>> = {}): Column<StatementRow> => ({
  key,
  title: STATEMENT_FIELDS[key],
  unit: 'list.yuan',
  align: 'end',
  render: (row) => <Money fen={row[key]} sum />,
  ...more,
});

/** Columns of the list of monthly statements (DOMAIN §3.5). */
export const COLUMNS: readonly Column<StatementRow>[] = [
  { key: 'month', title: STATEMENT_FIELDS.month, opens: true, sort: true, width: 96, render: (row) => row.month },
  { key: 'state', title: STATEMENT_FIELDS.state, render: (row) => <StatementState row={row} /> },
  {
    key: 'team',
    title: STATEMENT_FIELDS.team,
    card: 'fact',
    render: (row) => (
      <Link to={`${detailLink(row.teamId)}&tab=statements`}>
        <CutText text={row.teamName} most={180} />
      </Link>
    ),
  },
  { key: 'orders', title: STATEMENT_FIELDS.orders, align: 'end', render: (row) => <Figure value={row.orders} /> },
  sum('goodsFen'),
  sum('deliveryFen'),
  sum('technicalFeeFen'),
  sum('deliveryFeeFen'),
  sum('payableFen', { sort: 'payable', card: 'fact', help: 'statement.payableHelp' }),
  sum('creditedFen', { help: 'statement.creditedHelp' }),
  sum('promotionFeeFen', { hidden: true }),
  sum('otherFeesFen', { hidden: true }),
  sum('refundsFen', { hidden: true }),
  sum('compensationFen', { hidden: true }),
  sum('adjustmentsFen', { hidden: true }),
  { key: 'revision', title: STATEMENT_FIELDS.revision, hidden: true, align: 'end', render: (row) => row.revision },
  { key: 'no', title: STATEMENT_FIELDS.no, hidden: true, width: 200, render: (row) => <code>{row.no}</code> },
  { key: 'sent', title: STATEMENT_FIELDS.sentAt, hidden: true, render: (row) => <TimeText at={row.sentAt} /> },
];
export const COLUMNS_OF_ONE = COLUMNS.filter(({ key }) => key !== 'team');
