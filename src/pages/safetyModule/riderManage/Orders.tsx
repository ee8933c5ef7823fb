import { ORDER_TONES } from '@contract/user.states';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { Money } from '@/ui/Money';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

/** The newest orders of a rider at the present station. */
export function Orders({ riderId }: { readonly riderId: number }) {
  const t = useT();
  const query = useData('safety.Rider/getOrders', { riderId });
  return (
    <QueryBoundary query={query} minHeight={160}>
      {({ list }) =>
        list.length === 0 ? (
          <p className={styles.note}>{t('rider.noOrders')}</p>
        ) : (
          <SmallTable
            isNamed
            label={t('rider.tabOrders')}
            heads={[
              ...([t('rider.orderNo'), t('rider.orderType'), t('rider.status')] as const),
              ...([t('rider.orderTime'), t('rider.paid'), t('rider.refunded')] as const),
            ]}
            figuresFrom={4}
            rows={list.map((order) => ({
              key: order.orderNo,
              cells: [
                <code key="no">{order.orderNo}</code>,
                order.typeText,
                <StatusTag key="status" tone={ORDER_TONES[order.status]} text={order.statusText} />,
                <TimeText key="at" at={order.at} mode="full" />,
                <Money key="paid" fen={order.paidFen} sign />,
                <Money key="refund" fen={order.refundFen} sign />,
              ],
            }))}
          />
        )
      }
    </QueryBoundary>
  );
}
