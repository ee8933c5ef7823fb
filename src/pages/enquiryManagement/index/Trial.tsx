import { useMemo } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { Drawer } from '@/ui/library/Drawer';
import { Money } from '@/ui/Money';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { SmallTable } from '@/ui/SmallTable';
import styles from './index.css';
import { Outcome, useTrial } from './Outcome';

/** Calculates an enquiry again by the current rules and compares the result with the original response. The calculation changes no data. */
export function Trial({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useT();
  const then = useData('enquiry.Enquiry/getDetail', { id });
  const trial = useTrial(useMemo(() => ({ enquiryId: id }), [id]));
  return (
    <Drawer
      open
      size="min(720px, 100vw)"
      title={t('enquiry.trialTitle', { no: then.data?.no ?? '' })}
      onClose={onClose}
    >
      <p className={styles.note}>{t('enquiry.trialNothing')}</p>
      <QueryBoundary query={then} minHeight={80}>
        {(before) => (
          <SmallTable
            label={t('enquiry.testQuote')}
            heads={['', t('enquiry.state'), t('enquiry.quoteFen'), t('enquiry.costFen')]}
            isNamed
            figuresFrom={2}
            rows={[
              {
                key: 'then',
                cells: [
                  t('enquiry.trialThen'),
                  before.refuseReasonText || before.stateText,
                  <Money key="quote" fen={before.quoteFen} sign />,
                  <Money key="cost" fen={before.costFen} sign />,
                ],
              },
              ...(trial.data
                ? [
                    {
                      key: 'now',
                      cells: [
                        t('enquiry.trialNow'),
                        trial.data.refuseText || t(`enquiry.outcome_${trial.data.outcome}`),
                        <Money key="quote" fen={trial.data.quoteFen} sign />,
                        <Money key="cost" fen={trial.data.costFen} sign />,
                      ],
                    },
                  ]
                : []),
            ]}
          />
        )}
      </QueryBoundary>
      <Outcome trial={trial} />
    </Drawer>
  );
}
