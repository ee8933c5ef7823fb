import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { CopyText } from '@/ui/CopyText';
import { Facts } from '@/ui/DetailDrawer';
import { Modal } from '@/ui/library/Modal';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

/**
 * Shows the head of the records' hash chain, which should be stored outside this system. It also shows the command that verifies the chain
 * against this head.
 */
export function ChainDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const query = useData('rights.Record/getHead', {}, { staleTime: 0 });
  return (
    <Modal open width={640} title={t('record.chainTitle')} footer={null} onCancel={onClose}>
      <p>{t('record.chainWhy')}</p>
      <QueryBoundary query={query} minHeight={140}>
        {({ position, hash, asOf }) => (
          <div className={styles.head}>
            <Facts
              items={[
                {
                  key: 'head',
                  label: t('record.chainHead', { position }),
                  value: <CopyText text={`${position}:${hash}`} />,
                },
                { key: 'at', label: t('record.at'), value: <TimeText at={asOf} mode="full" /> },
                {
                  key: 'command',
                  label: t('record.chainCommand'),
                  value: <CopyText text={`npm run audit:verify -- ${position}:${hash}`} />,
                },
              ]}
            />
          </div>
        )}
      </QueryBoundary>
    </Modal>
  );
}
