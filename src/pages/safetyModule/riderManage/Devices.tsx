import { RIDER } from '@contract/riderWork.states';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { DeviceTable } from '@/features/devices/DeviceTable';
import { QueryBoundary } from '@/ui/QueryBoundary';
import styles from './index.css';

/** Lists the devices of a rider that the riders' app has reported. */
export function Devices({ riderId }: { readonly riderId: number }) {
  const t = useT();
  const query = useData('safety.Rider/getDevices', { riderId });
  return (
    <QueryBoundary query={query} minHeight={160}>
      {({ list, more }) =>
        list.length === 0 ? (
          <p className={styles.note}>{t('rider.noDevices')}</p>
        ) : (
          <>
            <DeviceTable devices={list} shared="rider.sharedDevices" />
            {more ? <p className={styles.note}>{t('user.moreRows', { n: RIDER.rows })}</p> : null}
          </>
        )
      }
    </QueryBoundary>
  );
}
