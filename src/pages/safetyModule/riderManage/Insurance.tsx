import type { Data } from '@contract/index';
import type { Tone } from '@contract/lifecycle';
import { Link } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import { Money } from '@/ui/Money';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

/** Lists the policies of a rider, newest first. */
export function Insurance({ rider }: { readonly rider: Data<'safety.Rider/getDetail'> }) {
  const t = useT();
  if (rider.policies.length === 0) return <p className={styles.note}>{t('rider.noPolicies')}</p>;
  return (
    <>
      <SmallTable
        isNamed
        label={t('rider.tabInsurance')}
        heads={[
          t('insurePolicy.no'),
          t('insurePolicy.state'),
          t('insurePolicy.kind'),
          t('insurePolicy.coverFrom'),
          t('insurePolicy.coverTo'),
          t('insurePolicy.premiumFen'),
          t('insurePolicy.payer'),
        ]}
        rows={rider.policies.map((policy) => ({
          key: policy.id,
          cells: [
            <Link key="no" to={`/safetyModule/insureData?open=${policy.id}`}>
              {policy.no}
            </Link>,
            <StatusTag key="state" tone={policy.tone as Tone} text={policy.stateText} />,
            policy.kindText,
            <TimeText key="from" at={policy.coverFrom} mode="full" />,
            <TimeText key="to" at={policy.coverTo} mode="full" />,
            <Money key="fen" fen={policy.premiumFen} />,
            policy.payerText,
          ],
        }))}
      />
      <p className={styles.note}>
        <Link to={`/safetyModule/insureData?keyword=${rider.riderNo}`}>{t('rider.allPolicies')}</Link>
      </p>
    </>
  );
}
