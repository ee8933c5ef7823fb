import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { TEAM } from '@contract/limits';
import { Fragment } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { type HourRange, nextRange, readTime } from './hours';
import styles from './index.css';

interface RangesProps {
  /** Name of the day. The labels of all controls include it. */
  readonly day: string;
  readonly ranges: readonly HourRange[];
  readonly onChange: (ranges: HourRange[]) => void;
  /** Index of the range that is marked as invalid, or `null` if no range is marked. */
  readonly wrong: number | null;
  readonly describedBy: string | undefined;
  readonly disabled: boolean;
}

/** Adds a React key to each range. Ranges have no id, so the key is the position. */
const places = (ranges: readonly HourRange[]) =>
  ranges.map((range, index) => ({ range, index, place: `range ${index}` }));

/** Edits up to four time ranges of one day. Users type `HH:mm`; `8` and `830` are also accepted. */
export function Ranges({ day, ranges, onChange, wrong, describedBy, disabled }: RangesProps) {
  const t = useT();
  const put = (index: number, patch: Partial<HourRange>) =>
    onChange(ranges.map((range, at) => (at === index ? { ...range, ...patch } : range)));
  return (
    <span className={styles.ranges}>
      {ranges.length === 0 ? <span className={styles.closed}>{t('area.closedDay')}</span> : null}
      {places(ranges).map(({ range, index, place }) => (
        <span key={place} className={styles.range}>
          {(['from', 'to'] as const).map((end) => (
            <Fragment key={end}>
              {end === 'to' ? <span aria-hidden>{t('area.until')}</span> : null}
              <input
                className={styles.input}
                value={range[end]}
                inputMode="numeric"
                maxLength={5}
                placeholder="HH:mm"
                disabled={disabled}
                aria-label={t(end === 'from' ? 'area.from' : 'area.to', {
                  day,
                  n: index + 1,
                })}
                aria-invalid={wrong === index || undefined}
                aria-describedby={wrong === index ? describedBy : undefined}
                onChange={(event) => put(index, { [end]: event.target.value })}
                onBlur={(event) => {
                  const time = readTime(event.target.value);
                  if (time !== range[end]) put(index, { [end]: time });
                }}
              />
            </Fragment>
          ))}
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            disabled={disabled}
            aria-label={t('area.removeRange', { day, n: index + 1 })}
            onClick={() => onChange(ranges.filter((_, at) => at !== index))}
          />
        </span>
      ))}
      {ranges.length < TEAM.rangesPerDay ? (
        <Button
          type="text"
          size="small"
          icon={<PlusOutlined aria-hidden />}
          disabled={disabled}
          aria-label={t('area.addRangeTo', { day })}
          onClick={() => onChange([...ranges, nextRange(ranges)])}
        >
          {t('area.addRange')}
        </Button>
      ) : null}
    </span>
  );
}
