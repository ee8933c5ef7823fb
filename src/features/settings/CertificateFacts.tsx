import { useT } from '@/app/i18n/i18n';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import type { Setting } from './calls';
import styles from './index.css';

type Facts = Setting['certificates'][number];
const SOON_DAYS = 30;

/** Shows the details of a stored certificate. */
export function CertificateFacts({ facts }: { readonly facts: Facts }) {
  const t = useT();
  const { subject, issuer, serial, validFrom, validTo, days, names, keyMatches } = facts;
  const rows = [
    ['subject', subject],
    ['issuer', issuer],
    ['serial', serial],
    ['names', names.join(', ')],
  ] as const;
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) =>
        value === '' ? null : (
          <div key={name}>
            <dt>{t(`setting.cert_${name}`)}</dt>
            <dd dir="ltr">{value}</dd>
          </div>
        ),
      )}
      <div>
        <dt>{t('setting.cert_valid')}</dt>
        <dd>
          <TimeText at={validFrom} mode="full" /> – <TimeText at={validTo} mode="full" />{' '}
          <StatusTag
            tone={days < 0 ? 'bad' : days < SOON_DAYS ? 'attention' : 'good'}
            text={days < 0 ? t('setting.cert_ended') : t('setting.cert_days', { n: days })}
          />
        </dd>
      </div>
      {keyMatches === null ? null : (
        <div>
          <dt>{t('setting.cert_key')}</dt>
          <dd>
            <StatusTag
              tone={keyMatches ? 'good' : 'bad'}
              text={t(keyMatches ? 'setting.cert_matches' : 'setting.cert_differs')}
            />
          </dd>
        </div>
      )}
    </dl>
  );
}
