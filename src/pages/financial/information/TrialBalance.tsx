import type { Data } from '@contract/index';
import { useSearchParams } from '@umijs/max';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { DayInput, TimeInput } from '@/ui/DayInput';
import { ExportButton } from '@/ui/ExportButton';
import { Figure } from '@/ui/Figure';
import { Money } from '@/ui/Money';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { SmallTable } from '@/ui/SmallTable';
import { dayIn, fullTime } from '@/ui/TimeText/format';
import { Balanced } from './Balanced';
import styles from './index.css';
import { movementsOf, timeOf, type View } from './links';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Shows the trial balance at the end of a day or at a time on that day (试算平衡). Amounts link to their movements. */
export function TrialBalance({ view }: { readonly view: View }) {
  const t = useT();
  const { now, timeZone } = usePlatform();
  const today = dayIn(now(), timeZone);
  const [search, setSearch] = useSearchParams();
  const named = search.get('day') ?? '';
  const day = DAY.test(named) && named <= today ? named : today;
  const time = timeOf(search);
  const pick = (key: 'day' | 'time', next: string | null) => {
    const changed = new URLSearchParams(search);
    // The time belongs to the day, so the time is removed when the day changes.
    if (key === 'day') changed.delete('time');
    if (next && next !== today) changed.set(key, next);
    else changed.delete(key);
    setSearch(changed, { replace: true });
  };
  const question = { day, ...(time && { time }), ...(view.teamIds.length > 0 && { teamIds: view.teamIds.join(',') }) };
  const query = useData('finance.Information/getTrialBalance', question, { keepPrevious: true });
  const onDay: View = { ...view, dayFrom: day, dayTo: day };
  return (
    <section className={styles.sheet}>
      <div className={styles.bar}>
        <label className={styles.day} htmlFor="trial-day">
          <span>{t('finance.asOfDay')}</span>
          <DayInput id="trial-day" value={day} max={today} onChange={(next) => pick('day', next)} />
        </label>
        <label className={styles.day} htmlFor="trial-time">
          <span>{t('finance.asOfTime')}</span>
          <TimeInput id="trial-time" value={time} onChange={(next) => pick('time', next)} />
        </label>
        <span className={styles.end} />
        <ExportButton list="finance.Information/getTrialBalance" filter={question} />
      </div>
      <QueryBoundary query={query} minHeight={480}>
        {(trial) => (
          <>
            <Sides trial={trial} />
            <Accounts trial={trial} onDay={onDay} />
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

type Trial = Data<'finance.Information/getTrialBalance'>;

/** Shows the totals of both sides of the ledger, and the time of the totals. */
function Sides({ trial }: { readonly trial: Trial }) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = usePlatform();
  return (
    <p className={styles.sides}>
      <Balanced one={trial.assetsFen} other={trial.liabilitiesFen} />
      <span>
        {t('finance.sideA')} <Money fen={trial.assetsFen} sign sum />
      </span>
      <span>
        {t('finance.sideL')} <Money fen={trial.liabilitiesFen} sign sum />
      </span>
      <small>
        {t(trial.time ? 'finance.trialAt' : 'finance.trialOf', {
          day: trial.day,
          time: trial.time ?? '',
          zone: timeZone,
          asOf: fullTime(trial.asOf, locale, timeZone),
        })}
      </small>
    </p>
  );
}

/** Lists the accounts with their balances and their total movements on the day. */
function Accounts({ trial, onDay }: { readonly trial: Trial; readonly onDay: View }) {
  const t = useT();
  const inYuan = (label: 'finance.opening' | 'bill.debit' | 'bill.credit' | 'finance.closing') =>
    `${t(label)} (${t('list.yuan')})`;
  return (
    <SmallTable
      isNamed
      figuresFrom={2}
      label={t('finance.partTrial')}
      heads={[
        t('bill.account'),
        t('finance.side'),
        inYuan('finance.opening'),
        inYuan('bill.debit'),
        inYuan('bill.credit'),
        inYuan('finance.closing'),
      ]}
      rows={[
        ...trial.rows.map(({ code, text, side, openingFen, debitFen, creditFen, closingFen }) => {
          const to = movementsOf({ code }, onDay, trial.time);
          return {
            key: code,
            cells: [
              text,
              t(side === 'A' ? 'finance.sideA' : 'finance.sideL'),
              <Figure key="opening" value={openingFen} kind="fen" to={to} />,
              <Figure key="debit" value={debitFen} kind="fen" to={to} />,
              <Figure key="credit" value={creditFen} kind="fen" to={to} />,
              <Figure key="closing" value={closingFen} kind="fen" to={to} />,
            ],
          };
        }),
        {
          key: 'sum',
          cells: [
            t('bill.sum'),
            '',
            '',
            <strong key="debit">
              <Money fen={trial.debitFen} sum />
            </strong>,
            <strong key="credit">
              <Money fen={trial.creditFen} sum />
            </strong>,
            '',
          ],
        },
      ]}
    />
  );
}
