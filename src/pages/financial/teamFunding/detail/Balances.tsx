import { writeDay } from '@contract/dates';
import type { Data } from '@contract/index';
import type { FundPart } from '@contract/teamFund.states';
import type { ReactNode } from 'react';
import { type Label, useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { Total } from '@/features/funds';
import { balanceLink, balanceLinkAt, receivablesLink } from '@/features/funds/links';
import { Chart } from '@/ui/Chart';
import { DrillLink } from '@/ui/Figure/DrillLink';
import { FigureLabel } from '@/ui/Figure/FigureLabel';
import { Money } from '@/ui/Money';
import { formatMoney } from '@/ui/Money/format';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { TimeText } from '@/ui/TimeText';
import { fullTime } from '@/ui/TimeText/format';
import { Tooltip } from '@/ui/Tooltip';
import styles from './index.css';

type Detail = Data<'finance.TeamFund/getDetail'>;
type BalanceKey = 'availableFen' | 'pendingFen' | 'frozenFen' | 'depositFen' | 'owedFen';

/** Cards of the balances. `parts` is `null` for the station's debt, because the debt is not money of the station. */
const CARDS: readonly { key: BalanceKey; label: Label; help: Label; parts: readonly FundPart[] | null }[] = [
  { key: 'availableFen', label: 'fund.available', help: 'fund.availableHelp', parts: ['available'] },
  { key: 'pendingFen', label: 'fund.pending', help: 'fund.pendingHelp', parts: ['pending'] },
  { key: 'frozenFen', label: 'fund.frozen', help: 'fund.frozenHelp', parts: ['frozen', 'held'] },
  { key: 'depositFen', label: 'fund.deposit', help: 'fund.depositHelp', parts: ['deposit'] },
  { key: 'owedFen', label: 'fund.owed', help: 'fund.owedHelp', parts: null },
];
const CHART_HEIGHT = 200;
const CARDS_HEIGHT = 200;

/**
 * Shows the balances at the end of a day, or at a time on that day. Each balance links to its movements. The debt links to the
 * receivables.
 */
export function PastBalances({ teamId, asOf }: { readonly teamId: number; readonly asOf: string }) {
  const t = useT();
  const [day = '', time] = asOf.split('T');
  const query = useData('finance.TeamFund/getBalances', { teamId, day, ...(time && { time }) }, { keepPrevious: true });
  return (
    <QueryBoundary query={query} minHeight={CARDS_HEIGHT}>
      {(then) => (
        <div className={styles.cards}>
          {CARDS.map(({ key, label, help, parts }) => (
            <section key={key} className={styles.card} aria-label={t(label)}>
              <FigureLabel text={t(label)} help={t(help)} />
              <DrillLink
                value={then[key]}
                className={styles.value}
                to={parts ? balanceLinkAt(teamId, parts, asOf) : receivablesLink(teamId)}
              >
                <Money fen={then[key]} sign />
              </DrillLink>
              <div className={styles.beside}>
                {t(then.time ? 'fund.atTime' : 'fund.atDay', { day: then.day, time: then.time ?? '' })}
              </div>
            </section>
          ))}
        </div>
      )}
    </QueryBoundary>
  );
}

/**
 * Shows the balances with links to their movements, all-time totals, the times of the last settlement and withdrawal, and a chart of the
 * available balance. `past` replaces the current balances.
 */
export function Balances({ row, past }: { readonly row: Detail; readonly past: ReactNode }) {
  const t = useT();
  const locale = useLocale();
  const { timeZone, reveals } = usePlatform();
  const at = fullTime(row.asOf, locale, timeZone);
  const beside: Partial<Record<BalanceKey, ReactNode>> = {
    availableFen: (
      <>
        {t('fund.credit')} <Money fen={row.creditLimitFen} sign />
      </>
    ),
    frozenFen:
      row.heldFen !== null && row.heldFen > 0 ? t('fund.heldPart', { x: formatMoney(row.heldFen, locale) }) : null,
    depositFen:
      row.depositWarnFen > 0 ? (
        <>
          {t('fund.warn')} <Money fen={row.depositWarnFen} sign />
        </>
      ) : null,
  };
  const facts: readonly [Label & string, ReactNode, Label | null][] = [
    ['fund.mode', t(row.mode === 'deposit' ? 'team.modeDeposit' : 'team.modeBalance'), null],
    ['fund.income', <Total key="income" row={row} kind="income" sign />, 'fund.incomeHelp'],
    ['fund.withdrawn', <Total key="withdrawn" row={row} kind="withdrawn" sign />, 'fund.withdrawnHelp'],
    ['fund.fees', <Total key="fees" row={row} kind="fees" sign />, 'fund.feesHelp'],
    ['fund.lastSettled', <TimeText key="settled" at={row.lastSettledAt} />, null],
    ['fund.lastWithdrawn', <TimeText key="withdrawn" at={row.lastWithdrawnAt} />, null],
  ];
  return (
    <div className={styles.head}>
      {past ?? (
        <div className={styles.cards}>
          {CARDS.map(({ key, label, help, parts }) => (
            <section key={key} className={styles.card} aria-label={t(label)}>
              <FigureLabel text={t(label)} help={t('fund.asOf', { help: t(help), at })} />
              <DrillLink
                value={row[key]}
                className={styles.value}
                to={parts ? balanceLink(row.id, parts) : receivablesLink(row.id)}
              >
                <Money fen={row[key]} sign sum />
              </DrillLink>
              <div className={styles.beside}>{beside[key]}</div>
            </section>
          ))}
        </div>
      )}
      <dl className={styles.facts}>
        {facts.map(([label, value, help]) => (
          <div key={label}>
            <dt>
              {t(label)} {help ? <Tooltip text={t('fund.asOf', { help: t(help), at })} /> : null}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {reveals('amount') ? (
        <section className={styles.chart}>
          <h2>
            {t('fund.trend')} <Tooltip text={t('fund.trendHelp')} />
          </h2>
          <Chart
            kind="line"
            height={CHART_HEIGHT}
            label={t('fund.trend')}
            head={t('fund.range')}
            labels={row.trend.map(({ day }) => writeDay(day, locale))}
            series={[{ name: t('fund.available'), values: row.trend.map(({ availableFen }) => availableFen) }]}
            format={(value) => formatMoney(value, locale)}
          />
        </section>
      ) : null}
    </div>
  );
}
