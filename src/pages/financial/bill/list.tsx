import { BILL } from '@contract/bill.fields';
import type { Data } from '@contract/index';
import { useSearchParams } from '@umijs/max';
import type { Translate } from '@/app/i18n/i18n';
import { DrillLink } from '@/ui/Figure/DrillLink';
import { cellOf } from '@/ui/resource/cells';
import { listOf } from '@/ui/resource/list';
import { StatusTag } from '@/ui/StatusTag';
import styles from './index.css';

export type BillRow = Data<'finance.Bill/getList'>['list'][number];

/** Shows the state of a bill, and a mark if the bill was reversed. */
export function BillStatus({ row, t }: { readonly row: BillRow; readonly t: Translate }) {
  return (
    <span className={styles.states}>
      {cellOf(BILL, 'status', row, t)}
      {row.reversedByNo ? <StatusTag tone="attention" text={t('bill.reversed')} /> : null}
    </span>
  );
}

/** Shows an amount that links to the drawer of its bill. The link preserves the filters of the list. */
function BillAmount({ row, t }: { readonly row: BillRow; readonly t: Translate }) {
  const [query] = useSearchParams();
  const opened = new URLSearchParams(query);
  opened.set('open', String(row.id));
  return (
    <DrillLink value={row.amountFen} to={`?${opened.toString()}`}>
      {cellOf(BILL, 'amountFen', row, t)}
    </DrillLink>
  );
}

/** The list as the API contract (`contract/`) declares it (DOMAIN §3.5). Some cells have their own rendering. */
export const LIST = listOf('finance.Bill/getList', BILL, {
  columns: {
    amountFen: (row, t) => <BillAmount row={row} t={t} />,
    status: (row, t) => <BillStatus row={row} t={t} />,
    counterName: (row) =>
      row.counterType === 'none' ? (
        '—'
      ) : (
        <span>
          {row.counterName}
          <small className={styles.beside}>{row.counterTypeText}</small>
        </span>
      ),
    merchantNo: (row, t) => <span title={row.merchantName}>{cellOf(BILL, 'merchantNo', row, t)}</span>,
  },
});
