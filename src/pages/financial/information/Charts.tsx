import { writeDay } from '@contract/dates';
import type { WithSums } from '@contract/endpoint';
import { BALANCE_FIGURES, FLOW_FIGURES, type FlowFigure } from '@contract/finance.figures';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { Chart } from '@/ui/Chart';
import { ringRoom } from '@/ui/Chart/room';
import { EmptyState } from '@/ui/EmptyState';
import { formatFigure } from '@/ui/Money/format';
import { clockText } from '@/ui/TimeText/format';
import { PAYABLES, type Summary } from './figures';
import styles from './index.css';

const HEIGHT = 240;
const FEES: readonly FlowFigure[] = ['technicalFee', 'deliveryFee', 'promotionFee'];

/** Money in and out by day, what is owed to whom, and fees by their kind. */
export function Charts({ summary }: { readonly summary: WithSums<Summary> }) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = usePlatform();
  const format = (fen: number | null) => formatFigure(fen, 'fen', locale);
  const owed = PAYABLES.filter((key) => summary.balances[key] > 0).sort(
    (one, other) => summary.balances[other] - summary.balances[one],
  );
  // One row: all are as high as the ring with the most parts.
  const height = Math.max(HEIGHT, ringRoom(owed.length));
  const days = summary.daily.map(({ day }) => writeDay(day, locale));
  const today = summary.daily.findIndex(({ day }) => day === summary.today);
  const fees = FEES.filter((key) => summary.flows[key] > 0);
  return (
    <div className={styles.charts}>
      <section className={styles.chart}>
        <h2>
          {t('finance.daily')} <small>({t('list.yuan')})</small>
        </h2>
        <Chart
          kind="bars"
          height={height}
          label={t('finance.dailyLabel')}
          head={t('finance.day')}
          labels={days}
          unfinished={
            today === -1
              ? undefined
              : {
                  at: today,
                  text: t('figures.unfinished', {
                    label: days[today] ?? '',
                    time: clockText(summary.asOf, timeZone),
                  }),
                }
          }
          series={[
            { name: t('bill.sum_inFen'), values: summary.daily.map(({ inFen }) => inFen) },
            { name: t('bill.sum_outFen'), values: summary.daily.map(({ outFen }) => outFen) },
          ]}
          format={format}
        />
      </section>
      <section className={styles.chart}>
        <h2>
          {t('finance.payables')} <small>({t('list.yuan')})</small>
        </h2>
        {owed.length === 0 ? (
          <EmptyState text={t('finance.nothingOwed')} />
        ) : (
          <Chart
            kind="doughnut"
            height={height}
            label={t('finance.payablesLabel')}
            head={t('finance.owedTo')}
            labels={owed.map((key) => t(BALANCE_FIGURES[key].text))}
            series={[{ name: t('bill.amountFen'), values: owed.map((key) => summary.balances[key]) }]}
            format={format}
          />
        )}
      </section>
      <section className={styles.chart}>
        <h2>
          {t('finance.fees')} <small>({t('list.yuan')})</small>
        </h2>
        {fees.length === 0 ? (
          <EmptyState text={t('finance.noFees')} />
        ) : (
          <Chart
            kind="doughnut"
            height={height}
            label={t('finance.feesLabel')}
            head={t('finance.feeKind')}
            labels={fees.map((key) => t(FLOW_FIGURES[key].text))}
            series={[{ name: t('bill.amountFen'), values: fees.map((key) => summary.flows[key]) }]}
            format={format}
          />
        )}
      </section>
    </div>
  );
}
