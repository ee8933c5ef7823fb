import { BILL, COSTS, ORDER } from '@contract/bill.fields';
import type { Data } from '@contract/index';
import { Link } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { detailLink } from '@/features/funds/links';
import { Postings } from '@/features/postings';
import { Settlement } from '@/features/settlement';
import { Facts } from '@/ui/DetailDrawer';
import { EmptyState } from '@/ui/EmptyState';
import type { DetailContext } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';
import { type BillRow, BillStatus } from './list';

type Detail = Data<'finance.Bill/getDetail'>;

/** Shows a bill in a drawer (DOMAIN §3.5): its data, its postings, the order with its fees, and related transactions. */
export function BillDrawer({ context }: { readonly context: DetailContext<BillRow> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="finance.Bill/getDetail"
      context={context}
      name={(bill) => bill.billNo}
      title={(bill) => `${bill.typeText} ${bill.billNo}`}
      beside={(bill) => <BillStatus row={bill} t={t} />}
      tabs={(bill) => [
        { key: 'bill', label: t('bill.tabBill'), content: () => <Whole bill={bill} /> },
        ...postingsTab(bill, t('bill.postings')),
        ...(bill.order ? [{ key: 'order', label: t('bill.tabOrder'), content: () => <Order bill={bill} /> }] : []),
        { key: 'linked', label: t('bill.tabLinked'), content: () => <Linked bill={bill} /> },
      ]}
    />
  );
}

/** Returns the tab with the postings. A bill with an unknown result has no transaction and therefore no such tab. */
function postingsTab({ transaction }: Detail, label: string) {
  return transaction ? [{ key: 'postings', label, content: () => <Postings transaction={transaction} /> }] : [];
}

function Whole({ bill }: { readonly bill: Detail }) {
  const t = useT();
  const own = {
    counterName: bill.counterType === 'none' ? null : `${bill.counterName} (${bill.counterTypeText})`,
    merchantNo: bill.merchantNo ? `${bill.merchantNo} ${bill.merchantName}` : null,
  };
  const { document } = bill;
  return (
    <>
      <Facts items={facts(BILL, bill, t, own)} />
      {document ? (
        <p>
          {t('bill.document')} <Link to={document.path}>{document.no}</Link>
        </p>
      ) : null}
    </>
  );
}

function Order({ bill }: { readonly bill: Detail }) {
  const t = useT();
  const { order, fee, settlement } = bill;
  if (!order) return null;
  return (
    <>
      {settlement ? <Settlement settlement={settlement} /> : null}
      <Facts title={t('bill.orderNow')} items={facts(ORDER, order, t)} />
      {fee ? (
        <Facts
          title={t('bill.feeSnapshot')}
          items={facts(COSTS, fee, t, { planName: fee.planName || t('bill.ownRate') })}
        />
      ) : (
        <p className={styles.nothing}>{t('bill.noFeeSnapshot')}</p>
      )}
    </>
  );
}

/** Permission id of the page with a station's movements. That page also shows transactions without a bill. */
const MOVEMENTS = 34;

function Linked({ bill }: { readonly bill: Detail }) {
  const t = useT();
  const { can } = usePlatform();
  if (bill.linked.length === 0) return <EmptyState text={t('bill.noLinked')} />;
  return (
    <SmallTable
      label={t('bill.tabLinked')}
      heads={[t('bill.type'), t('bill.relation'), t('bill.at'), t('bill.amountFen'), t('bill.billOrTx')]}
      rows={bill.linked.map((link) => ({
        key: link.txNo,
        cells: [
          link.typeText,
          t(`bill.relation_${link.relation}`),
          <TimeText key="at" at={link.at} />,
          <Money key="amount" fen={link.amountFen} />,
          link.billId ? (
            <Link key="no" to={`/financial/bill?open=${link.billId}`}>
              {link.billNo}
            </Link>
          ) : can(MOVEMENTS) && bill.teamId > 0 ? (
            <Link key="no" to={`${detailLink(bill.teamId)}&tx=${link.txNo}`}>
              {link.txNo}
            </Link>
          ) : (
            <code key="no">{link.txNo}</code>
          ),
        ],
      }))}
    />
  );
}
