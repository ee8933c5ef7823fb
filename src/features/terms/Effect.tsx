import type { Input } from '@contract/index';
import { useSyncExternalStore } from 'react';
import { useT } from '@/app/i18n/i18n';
import { readFailureText } from '@/app/request/readFailureText';
import { useData } from '@/app/request/useData';
import { useRested } from '@/app/useRested';
import { Facts } from '@/ui/DetailDrawer';
import type { FormHandle } from '@/ui/EntityForm/useFields';
import { Money } from '@/ui/Money';
import styles from './index.css';
import { type TermValues, termsInput } from './values';

/** Shows the effect of the form's terms on last month's orders. The server calculates it with the functions that charge real orders. */
export function Effect({ form, teamId }: { readonly form: FormHandle<TermValues>; readonly teamId: number }) {
  const t = useT();
  // `changed()` returns a new object at each call, so we compare its JSON.
  const changed = useSyncExternalStore(form.store.subscribe, () =>
    JSON.stringify(termsInput(form.store.changed(), 'none')),
  );
  const rested = useRested(changed);
  const isChanged = rested !== '{}';
  const input = { teamId, ...JSON.parse(rested) } as Input<'team.Terms/preview'>;
  const { data, error } = useData('team.Terms/preview', input, { enabled: isChanged, keepPrevious: true });
  const effect = isChanged ? data?.effect : null;
  return (
    <section className={styles.effect} aria-label={t('terms.effect')}>
      <h3>{t('terms.effect')}</h3>
      <div role="status">
        {error && isChanged ? <p>{readFailureText(error)}</p> : null}
        {isChanged ? null : <p className={styles.note}>{t('terms.noChange')}</p>}
        {isChanged && data && !effect && !error ? <p className={styles.note}>{t('terms.effectHidden')}</p> : null}
        {effect && !error ? (
          <>
            <p>{t('terms.effectOrders', { month: effect.month, n: effect.orders, m: effect.changed })}</p>
            <Facts
              items={[
                {
                  key: 'station',
                  label: t('terms.effectStation'),
                  value: <Money fen={effect.stationFen} sign sum />,
                },
                { key: 'rider', label: t('terms.effectRider'), value: <Money fen={effect.riderFen} sign sum /> },
                {
                  key: 'platform',
                  label: t('terms.effectPlatform'),
                  value: <Money fen={effect.platformFen} sign sum />,
                },
              ]}
            />
            <p className={styles.note}>{t('terms.effectNote')}</p>
          </>
        ) : null}
      </div>
    </section>
  );
}
