import { RECON_STATE_TONE } from '@contract/finance';
import type { Data } from '@contract/index';
import { SETTLE_CYCLE_TEXTS } from '@contract/team.choices';
import { Link } from '@umijs/max';
import { useLocale, useT } from '@/app/i18n/i18n';
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
  const t = useT();
  const query = useData('finance.Bill/getDetail', { id });
  return (
    <DetailDrawer<Detail>
      query={query}
      title={(bill) => `${bill.typeText} ${bill.billNo}`}
      beside={(bill) => <BillStatus row={bill} t={t} />}
      actions={(bill) => (
        <RowActions row={bill} name={bill.billNo} actions={actions} start={start} visible={1} buttons />
      )}
      tab={tab}
      onTab={setTab}
      onClose={close}
      tabs={(bill) => [
        { key: 'bill', label: t('bill.tabBill'), content: () => <Whole bill={bill} /> },
        { key: 'postings', label: t('bill.postings'), content: () => <Postings transaction={bill.transaction} /> },
        ...(bill.order ? [{ key: 'order', label: t('bill.tabOrder'), content: () => <Order bill={bill} /> }] : []),
        { key: 'linked', label: t('bill.tabLinked'), content: () => <Linked bill={bill} /> },
      ]}
    />
  );
}

function Whole({ bill }: { readonly bill: Detail }) {
  const t = useT();
  const sign = bill.direction === 'in' ? 1 : -1;
  return (
    <Facts
      items={[
        { key: 'billNo', label: t('bill.billNo'), value: <CopyText text={bill.billNo} /> },
        { key: 'at', label: t('bill.at'), value: <TimeText at={bill.at} mode="full" /> },
        { key: 'direction', label: t('bill.direction'), value: bill.directionText },
        { key: 'amount', label: t('bill.amount'), value: <Money fen={sign * bill.amountFen} sign /> },
        { key: 'fee', label: t('bill.fee'), value: <Money fen={bill.feeFen} sign /> },
        { key: 'net', label: t('bill.net'), value: <Money fen={sign * bill.netFen} sign /> },
        { key: 'team', label: t('bill.team'), value: bill.teamName },
        {
          key: 'counterparty',
          label: t('bill.counterparty'),
          value: bill.counterType === 'none' ? null : `${bill.counterName} (${bill.counterTypeText})`,
        },
        { key: 'orderNo', label: t('bill.orderNo'), value: bill.orderNo ? <CopyText text={bill.orderNo} /> : null },
        { key: 'channel', label: t('bill.channel'), value: bill.channelText },
        {
          key: 'merchantNumber',
          label: t('bill.merchantNumber'),
          value: bill.merchantNo ? `${bill.merchantNo} ${bill.merchantName}` : null,
        },
        {
          key: 'trade',
          label: t('bill.channelTradeNo'),
          value: bill.channelTradeNo ? <CopyText text={bill.channelTradeNo} /> : null,
        },
        {
          key: 'recon',
          label: t('bill.reconState'),
          value: <StatusTag tone={RECON_STATE_TONE[bill.reconState]} text={bill.reconStateText} />,
        },
        { key: 'operator', label: t('bill.operator'), value: bill.operatorName },
      ]}
    />
  );
}

function Order({ bill }: { readonly bill: Detail }) {
  const t = useT();
  const locale = useLocale();
  const { order, fee } = bill;
  if (!order) return null;
  const money = (fen: number) => <Money fen={fen} sign />;
  const moment = (at: string | null) => (at ? <TimeText at={at} mode="full" /> : null);
  return (
    <>
      {bill.settlement ? <Settlement settlement={bill.settlement} /> : null}
      <Facts
        title={t('bill.orderNow')}
        items={[
          { key: 'no', label: t('bill.orderNo'), value: <CopyText text={order.orderNo} /> },
          { key: 'status', label: t('bill.orderStatus'), value: order.statusText },
          { key: 'goods', label: t('bill.goods'), value: money(order.goodsFen) },
          { key: 'delivery', label: t('bill.delivery'), value: money(order.deliveryFen) },
          { key: 'paid', label: t('bill.paid'), value: money(order.paidFen) },
          { key: 'balance', label: t('bill.fromWallet'), value: money(order.balanceFen) },
          { key: 'refunded', label: t('bill.refunded'), value: money(order.refundFen) },
          { key: 'user', label: t('bill.user'), value: order.userName },
          { key: 'merchant', label: t('bill.merchant'), value: order.merchantName },
          { key: 'rider', label: t('bill.rider'), value: order.riderName },
          { key: 'paidAt', label: t('bill.paidAt'), value: moment(order.paidAt) },
          { key: 'deliveredAt', label: t('bill.deliveredAt'), value: moment(order.deliveredAt) },
          { key: 'cancelledAt', label: t('bill.cancelledAt'), value: moment(order.cancelledAt) },
          { key: 'settledAt', label: t('bill.settledAt'), value: moment(order.settledAt) },
        ]}
      />
      {fee ? (
        <Facts
          title={t('bill.feeSnapshot')}
          items={[
            { key: 'plan', label: t('bill.feePlan'), value: fee.planName || t('bill.ownRate') },
            { key: 'planFrom', label: t('bill.planFrom'), value: moment(fee.planFrom) },
            { key: 'rate', label: t('bill.rate'), value: formatFigure(fee.rateBp, 'bp', locale) },
            { key: 'fixed', label: t('bill.fixed'), value: money(fee.fixedFen) },
            { key: 'technical', label: t('bill.technicalFee'), value: money(fee.technicalFeeFen) },
            { key: 'merchantFee', label: t('bill.merchantFee'), value: money(fee.merchantFeeFen) },
            { key: 'promotion', label: t('bill.promotionFee'), value: money(fee.promotionFeeFen) },
            { key: 'riderIncome', label: t('bill.riderIncome'), value: money(fee.riderIncomeFen) },
            { key: 'franchisee', label: t('bill.franchisee'), value: fee.franchiseeName },
            { key: 'share', label: t('bill.shareRate'), value: formatFigure(fee.shareRateBp, 'bp', locale) },
            { key: 'mode', label: t('bill.settlementMode'), value: t(`bill.mode_${fee.settlementMode}`) },
            { key: 'cycle', label: t('bill.settleCycle'), value: t(SETTLE_CYCLE_TEXTS[fee.settleCycle]) },
          ]}
        />
      ) : (
        <p className={styles.nothing}>{t('bill.noFeeSnapshot')}</p>
      )}
    </>
  );
}

/** Movements of a station's money; a transaction without a bill is shown among them. */
const MOVEMENTS = 34;

function Linked({ bill }: { readonly bill: Detail }) {
  const t = useT();
  const { can } = usePlatform();
  if (bill.linked.length === 0) return <EmptyState text={t('bill.noLinked')} />;
  return (
    <SmallTable
      label={t('bill.tabLinked')}
      heads={[t('bill.type'), t('bill.relation'), t('bill.at'), t('bill.amount'), t('bill.billOrTx')]}
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
