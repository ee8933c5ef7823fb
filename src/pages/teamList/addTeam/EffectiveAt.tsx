import { DAY_MS } from '@contract/units';
import { useSyncExternalStore } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { MomentInput } from '@/ui/DayInput';
import { dayIn, fromWall } from '@/ui/TimeText/format';
import type { WizardForm } from './controls';
import styles from './index.css';
import { waitsForMoment } from './values';

/** Default time of day at which area changes take effect (DOMAIN §3.3). */
const CHANGE_HOUR = 'T04:00';

/** Returns the next 04:00 in the platform's time zone as ISO 8601. */
function nextChange(now: number, timeZone: string): string | null {
  const today = fromWall(`${dayIn(now, timeZone)}${CHANGE_HOUR}`, timeZone);
  if (today !== null && Date.parse(today) > now) return today;
  return fromWall(`${dayIn(now + DAY_MS, timeZone)}${CHANGE_HOUR}`, timeZone);
}

interface EffectiveAtProps {
  readonly form: WizardForm;
  /** The chosen moment, or `null` for the default. */
  readonly value: string | null;
  readonly onChange: (at: string | null) => void;
}

/** Selects when a change of the area takes effect. The field is hidden until the form contains such a change. */
export function EffectiveAt({ form, value, onChange }: EffectiveAtProps) {
  const t = useT();
  const { timeZone, now } = usePlatform();
  const waits = useSyncExternalStore(form.store.subscribe, () => waitsForMoment(form.store.changed()));
  if (!waits) return null;
  return (
    <div className={styles.effective}>
      <label htmlFor="effective-at">{t('wizard.effectiveAt')}</label>
      <MomentInput
        id="effective-at"
        value={value ?? nextChange(now(), timeZone)}
        onChange={onChange}
        describedBy="effective-at-help"
      />
      <p id="effective-at-help" className={styles.note}>
        {t('wizard.effectiveHelp')}
      </p>
    </div>
  );
}
