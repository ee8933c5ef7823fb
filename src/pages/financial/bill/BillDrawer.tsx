import { RECON_STATE_TONE } from '@contract/finance';
import type { Data } from '@contract/index';
import { Link } from '@umijs/max';
import { useLocale, useSay } from '@/app/i18n/translate';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { detailLink } from '@/features/funds/links';
import { Postings } from '@/features/postings';
import { Settlement } from '@/features/settlement';
import { RowActions } from '@/ui/actions/RowActions';
import { CopyText } from '@/ui/CopyText';
import { DetailDrawer, Facts } from '@/ui/DetailDrawer';
import { EmptyState } from '@/ui/EmptyState';
import type { DetailContext } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { formatFigure } from '@/ui/Money/format';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { type BillRow, BillStatus } from './columns';
import styles from './index.css';

type Detail = Data<'finance.Bill/getDetail'>;

/** One bill beside the list (DOMAIN §3.5): postings, the order and its costs as they were fixed, and what belongs to it. */
export function BillDrawer({ id, tab, setTab, close, actions, start }: DetailContext<BillRow>) {
  const say = useSay();
  const query = useData('finance.Bill/getDetail', { id });
  return (
    <DetailDrawer<Detail>
      query={query}
      title={(bill) => `${bill.typeText} ${bill.billNo}`}
      beside={(bill) => <BillStatus row={bill} say={say} />}
      actions={(bill) => (
        <RowActions row={bill} name={bill.billNo} actions={actions} start={start} visible={1} buttons />
      )}
      tab={tab}
      onTab={setTab}
      onClose={close}
      tabs={(bill) => [
        { key: 'bill', label: say('bill.tabBill'), content: () => <Whole bill={bill} /> },
        { key: 'postings', label: say('bill.postings'), content: () => <Postings transaction={bill.transaction} /> },
        ...(bill.order ? [{ key: 'order', label: say('bill.tabOrder'), content: () => <Order bill={bill} /> }] : []),
        { key: 'linked', label: say('bill.tabLinked'), content: () => <Linked bill={bill} /> },
      ]}
    />
  );
}

function Whole({ bill }: { readonly bill: Detail }) {
  const say = useSay();
  const sign = bill.direction === 'in' ? 1 : -1;
  return (
    <Facts
      items={[
        { key: 'billNo', label: say('bill.billNo'), value: <CopyText text={bill.billNo} /> },
        { key: 'at', label: say('bill.at'), value: <TimeText at={bill.at} mode="full" /> },
        { key: 'direction', label: say('bill.direction'), value: bill.directionText },
        { key: 'amount', label: say('bill.amount'), value: <Money fen={sign * bill.amountFen} sign /> },
        { key: 'fee', label: say('bill.fee'), value: <Money fen={bill.feeFen} sign /> },
        { key: 'net', label: say('bill.net'), value: <Money fen={sign * bill.netFen} sign /> },
        { key: 'team', label: say('bill.team'), value: bill.teamName },
        {
          key: 'counterparty',
          label: say('bill.counterparty'),
          value: bill.counterType === 'none' ? null : `${bill.counterName} (${bill.counterTypeText})`,
        },
        { key: 'orderNo', label: say('bill.orderNo'), value: bill.orderNo ? <CopyText text={bill.orderNo} /> : null },
        { key: 'channel', label: say('bill.channel'), value: bill.channelText },
        {
          key: 'merchantNumber',
          label: say('bill.merchantNumber'),
          value: bill.merchantNo ? `${bill.merchantNo} ${bill.merchantName}` : null,
        },
        {
          key: 'trade',
          label: say('bill.channelTradeNo'),
          value: bill.channelTradeNo ? <CopyText text={bill.channelTradeNo} /> : null,
        },
        {
          key: 'recon',
          label: say('bill.reconState'),
          value: <StatusTag tone={RECON_STATE_TONE[bill.reconState]} text={bill.reconStateText} />,
        },
        { key: 'operator', label: say('bill.operator'), value: bill.operatorName },
      ]}
    />
  );
}

function Order({ bill }: { readonly bill: Detail }) {
  const say = useSay();
  const locale = useLocale();
  const { order, fee } = bill;
  if (!order) return null;
  const money = (fen: number) => <Money fen={fen} sign />;
  const moment = (at: string | null) => (at ? <TimeText at={at} mode="full" /> : null);
  return (
    <>
      {bill.settlement ? <Settlement settlement={bill.settlement} /> : null}
      <Facts
        title={say('bill.orderNow')}
        items={[
          { key: 'no', label: say('bill.orderNo'), value: <CopyText text={order.orderNo} /> },
          { key: 'status', label: say('bill.orderStatus'), value: order.statusText },
          { key: 'goods', label: say('bill.goods'), value: money(order.goodsFen) },
          { key: 'delivery', label: say('bill.delivery'), value: money(order.deliveryFen) },
          { key: 'paid', label: say('bill.paid'), value: money(order.paidFen) },
          { key: 'balance', label: say('bill.fromWallet'), value: money(order.balanceFen) },
          { key: 'refunded', label: say('bill.refunded'), value: money(order.refundFen) },
          { key: 'user', label: say('bill.user'), value: order.userName },
          { key: 'merchant', label: say('bill.merchant'), value: order.merchantName },
          { key: 'rider', label: say('bill.rider'), value: order.riderName },
          { key: 'paidAt', label: say('bill.paidAt'), value: moment(order.paidAt) },
          { key: 'deliveredAt', label: say('bill.deliveredAt'), value: moment(order.deliveredAt) },
          { key: 'cancelledAt', label: say('bill.cancelledAt'), value: moment(order.cancelledAt) },
          { key: 'settledAt', label: say('bill.settledAt'), value: moment(order.settledAt) },
        ]}
      />
      {fee ? (
        <Facts
          title={say('bill.feeSnapshot')}
          items={[
            { key: 'plan', label: say('bill.feePlan'), value: fee.planName || say('bill.ownRate') },
            { key: 'planFrom', label: say('bill.planFrom'), value: moment(fee.planFrom) },
            { key: 'rate', label: say('bill.rate'), value: formatFigure(fee.rateBp, 'bp', locale) },
            { key: 'fixed', label: say('bill.fixed'), value: money(fee.fixedFen) },
            { key: 'technical', label: say('bill.technicalFee'), value: money(fee.technicalFeeFen) },
            { key: 'merchantFee', label: say('bill.merchantFee'), value: money(fee.merchantFeeFen) },
            { key: 'promotion', label: say('bill.promotionFee'), value: money(fee.promotionFeeFen) },
            { key: 'riderIncome', label: say('bill.riderIncome'), value: money(fee.riderIncomeFen) },
            { key: 'franchisee', label: say('bill.franchisee'), value: fee.franchiseeName },
            { key: 'share', label: say('bill.shareRate'), value: formatFigure(fee.shareRateBp, 'bp', locale) },
            { key: 'mode', label: say('bill.settlementMode'), value: say(`bill.mode_${fee.settlementMode}`) },
            { key: 'cycle', label: say('bill.settleCycle'), value: say(`bill.cycle_${fee.settleCycle}`) },
          ]}
        />
      ) : (
        <p className={styles.nothing}>{say('bill.noFeeSnapshot')}</p>
      )}
    </>
  );
}

/** Movements of a station's money; a transaction without a bill is shown among them. */
const MOVEMENTS = 34;

function Linked({ bill }: { readonly bill: Detail }) {
  const say = useSay();
  const { can } = usePlatform();
  if (bill.linked.length === 0) return <EmptyState text={say('bill.noLinked')} />;
  return (
    <SmallTable
      label={say('bill.tabLinked')}
      heads={[say('bill.type'), say('bill.relation'), say('bill.at'), say('bill.amount'), say('bill.billOrTx')]}
      rows={bill.linked.map((link) => ({
        key: link.txNo,
        cells: [
          link.typeText,
          say(`bill.relation_${link.relation}`),
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
