import type { Data } from '@contract/index';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { readFailureText } from '@/app/request/readFailureText';
import { useData } from '@/app/request/useData';
import { useRested } from '@/app/useRested';
import { fromHundredths, toHundredths } from '@/ui/EntityForm/amounts';
import { Input } from '@/ui/library/Input';
import { Money } from '@/ui/Money';
import { unitBeside } from '@/ui/Money/format';
import { useValues, type WizardForm } from './controls';
import styles from './index.css';

type Split = Data<'team.Team/previewFee'>;

const SAMPLE = { goodsFen: 5_000, deliveryFen: 600 } as const;

/**
 * Loads from the server how the form's values split an order. Requests are debounced. `isReady` is `true` if all required values are
 * complete.
 */
function useSplit(form: WizardForm, goodsFen: number | null, deliveryFen: number | null) {
  const { feePlanId, platformRateBp, platformFixedFen, riderShareBp } = useValues(form);
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
  return { hasPlan: feePlanId !== null, isReady, preview };
}

/** Shows how a sample order is split by the current values of the form (DOMAIN §3.3 step 4). */
export function Calculator({ form }: { readonly form: WizardForm }) {
  const t = useT();
  const [goods, setGoods] = useState(fromHundredths(SAMPLE.goodsFen));
  const [delivery, setDelivery] = useState(fromHundredths(SAMPLE.deliveryFen));
  const { hasPlan, isReady, preview } = useSplit(form, toHundredths(goods), toHundredths(delivery));
  const { data } = preview;
  return (
    <section className={styles.calculator} aria-label={t('wizard.calc')}>
      <h3>{t('wizard.calc')}</h3>
      <p className={styles.note}>{t('wizard.calcHelp')}</p>
      <div className={styles.row}>
        <Amount label={t('wizard.goods')} value={goods} onChange={setGoods} />
        <Amount label={t('wizard.delivery')} value={delivery} onChange={setDelivery} />
      </div>
      <div role="status">
        {hasPlan ? null : <p className={styles.note}>{t('wizard.calcNoPlan')}</p>}
        {preview.error ? <p className={styles.bad}>{readFailureText(preview.error)}</p> : null}
        {hasPlan && !isReady ? <p className={styles.note}>{t('wizard.calcWait')}</p> : null}
        {isReady && data && !preview.error ? <Shares split={data} /> : null}
      </div>
    </section>
  );
}

interface AmountProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Amount({ label, value, onChange }: AmountProps) {
  const t = useT();
  return (
    <span className={styles.amount}>
      <span aria-hidden>{label}</span>
      <Input
        value={value}
        {...unitBeside(t('list.yuan'))}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        status={toHundredths(value) === null ? 'error' : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  );
}

/** Shows the share of each party, and whether the station's own values or a fee plan determined the shares. */
function Shares({ split }: { readonly split: Split }) {
  const t = useT();
  return (
    <>
      <dl className={styles.parts}>
        {(
          [
            ['wizard.merchantGets', split.merchantFen],
            ['wizard.platformGets', split.platformFen],
            ['wizard.riderGets', split.riderFen],
            ['wizard.stationGets', split.stationFen],
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
        {split.source === 'own' ? t('wizard.calcOwn') : t('wizard.calcPlan', { name: split.planName })}
      </p>
    </>
  );
}
