import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { fromHundredths, toHundredths } from '@/ui/EntityForm/amounts';
import { Input } from '@/ui/library/Input';
import { Money } from '@/ui/Money';
import { unitBeside } from '@/ui/Money/format';
import { useRested, useValues, type WizardForm } from './controls';
import styles from './index.css';

const SAMPLE = { goodsFen: 5_000, deliveryFen: 600 } as const;

/** Splits a sample order by the rules that stand in the form now (DOMAIN §3.3 step 4). */
export function Calculator({ form }: { readonly form: WizardForm }) {
  const t = useT();
  const { feePlanId, platformRateBp, platformFixedFen, riderShareBp } = useValues(form);
  const [goods, setGoods] = useState(fromHundredths(SAMPLE.goodsFen));
  const [delivery, setDelivery] = useState(fromHundredths(SAMPLE.deliveryFen));
  const goodsFen = toHundredths(goods);
  const deliveryFen = toHundredths(delivery);
  const isReady =
    feePlanId !== null &&
    typeof riderShareBp === 'number' &&
    typeof platformRateBp !== 'string' &&
    typeof platformFixedFen !== 'string' &&
    goodsFen !== null &&
    goodsFen >= 0 &&
    deliveryFen !== null &&
    deliveryFen >= 0;
  const input = useRested(
    JSON.stringify({
      feePlanId: feePlanId ?? 0,
      ...(typeof platformRateBp === 'number' ? { platformRateBp } : {}),
      ...(typeof platformFixedFen === 'number' && platformRateBp === null ? { platformFixedFen } : {}),
      riderShareBp: typeof riderShareBp === 'number' ? riderShareBp : 0,
      goodsFen: goodsFen ?? 0,
      deliveryFen: deliveryFen ?? 0,
    }),
  );
  const preview = useData('team.Team/previewFee', JSON.parse(input), { enabled: isReady, keepPrevious: true });
  const { data } = preview;
  const amount = (label: string, value: string, set: (value: string) => void) => (
    <span className={styles.amount}>
      <span aria-hidden>{label}</span>
      <Input
        value={value}
        {...unitBeside(t('list.yuan'))}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        status={toHundredths(value) === null ? 'error' : undefined}
        onChange={(event) => set(event.target.value)}
      />
    </span>
  );
  return (
    <section className={styles.calculator} aria-label={t('wizard.calc')}>
      <h3>{t('wizard.calc')}</h3>
      <p className={styles.note}>{t('wizard.calcHelp')}</p>
      <div className={styles.row}>
        {amount(t('wizard.goods'), goods, setGoods)}
        {amount(t('wizard.delivery'), delivery, setDelivery)}
      </div>
      <div role="status">
        {feePlanId === null ? <p className={styles.note}>{t('wizard.calcNoPlan')}</p> : null}
        {preview.error ? <p className={styles.bad}>{preview.error.message}</p> : null}
        {feePlanId !== null && !isReady ? <p className={styles.note}>{t('wizard.calcWait')}</p> : null}
        {isReady && data && !preview.error ? (
          <>
            <dl className={styles.parts}>
              {(
                [
                  ['wizard.merchantGets', data.merchantFen],
                  ['wizard.platformGets', data.platformFen],
                  ['wizard.riderGets', data.riderFen],
                  ['wizard.stationGets', data.stationFen],
                ] as const
              ).map(([label, fen]) => (
                <div key={label}>
                  <dt>{t(label)}</dt>
                  <dd>
                    <Money fen={fen} />
                  </dd>
                </div>
              ))}
            </dl>
            <p className={styles.note}>
              {data.source === 'own' ? t('wizard.calcOwn') : t('wizard.calcPlan', { name: data.planName })}
            </p>
          </>
        ) : null}
      </div>
    </section>
  );
}
