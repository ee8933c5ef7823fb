import { CLOCK_TIME } from '@contract/limits';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { Button } from '@/ui/Button';
import { DayInput, TimeInput } from '@/ui/DayInput';
import { dayIn } from '@/ui/TimeText/format';
import styles from './index.css';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the moment of the balances from the query string: `yyyy-MM-dd[THH:mm]`. `null` means the current balances. */
export function asOfOf(query: URLSearchParams): string | null {
  const [day = '', time] = (query.get('asOf') ?? '').split('T');
  if (!DAY.test(day)) return null;
  return time !== undefined && CLOCK_TIME.test(time) ? `${day}T${time}` : day;
}

/** Selects the moment of the balances: a day, or a time on a day. `null` selects the current balances. */
export function AsOf({
  value,
  onChange,
}: {
  readonly value: string | null;
  readonly onChange: (next: string | null) => void;
}) {
  const t = useT();
  const { now, timeZone } = usePlatform();
  const today = dayIn(now(), timeZone);
  const [day = '', time] = (value ?? '').split('T');
  return (
    <fieldset className={styles.asOf}>
      <legend>{t('fund.asOfMoment')}</legend>
      <span className={styles.asOfDay}>
        <DayInput
          label={t('fund.asOfDay')}
          value={day || null}
          max={today}
          onChange={(next) => onChange(next && next <= today ? (time ? `${next}T${time}` : next) : null)}
        />
      </span>
      <span className={styles.asOfDay}>
        <TimeInput
          label={t('fund.asOfTime')}
          value={time ?? null}
          onChange={(next) => onChange(next ? `${day || today}T${next}` : day || null)}
        />
      </span>
      {value === null ? (
        <span className={styles.asOfNote}>{t('fund.asOfNow')}</span>
      ) : (
        <Button size="small" onClick={() => onChange(null)}>
          {t('fund.backToNow')}
        </Button>
      )}
    </fieldset>
  );
}
