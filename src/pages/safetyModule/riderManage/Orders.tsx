import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { OrderTable } from '@/features/orders/OrderTable';
import { QueryBoundary } from '@/ui/QueryBoundary';
import styles from './index.css';

/** Lists the newest orders of a rider at the rider's current station. */
export function Orders({ riderId }: { readonly riderId: number }) {
  const t = useT();
  const query = useData('safety.Rider/getOrders', { riderId });
  return (
    <QueryBoundary query={query} minHeight={160}>
      {({ list }) =>
        list.length === 0 ? <p className={styles.note}>{t('rider.noOrders')}</p> : <OrderTable orders={list} />
      }
    </QueryBoundary>
  );
}
