import { writeDay } from '@contract/dates';
import type { WithSums } from '@contract/endpoint';
import { BALANCE_FIGURES, FLOW_FIGURES, type FlowFigure } from '@contract/finance.figures';
import { type Label, useLocale, useT } from '@/app/i18n/i18n';
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

/** Shows charts: money in and out by day, debts by creditor, and fees by kind. */
export function Charts({ summary }: { readonly summary: WithSums<Summary> }) {
  const t = useT();
  const owed = PAYABLES.filter((key) => summary.balances[key] > 0).sort(
    (one, other) => summary.balances[other] - summary.balances[one],
  );
  // All charts of the row get the height that the ring with the most segments needs.
  const height = Math.max(HEIGHT, ringRoom(owed.length));
  const fees = FEES.filter((key) => summary.flows[key] > 0);
  return (
    <div className={styles.charts}>
      <DailyChart summary={summary} height={height} />
      <Ring
        title="finance.payables"
        label="finance.payablesLabel"
        head="finance.owedTo"
        empty="finance.nothingOwed"
        height={height}
        parts={owed.map((key) => ({ name: t(BALANCE_FIGURES[key].text), fen: summary.balances[key] }))}
      />
      <Ring
        title="finance.fees"
        label="finance.feesLabel"
        head="finance.feeKind"
        empty="finance.noFees"
        height={height}
        parts={fees.map((key) => ({ name: t(FLOW_FIGURES[key].text), fen: summary.flows[key] }))}
      />
    </div>
  );
}

interface DailyChartProps {
  readonly summary: WithSums<Summary>;
  readonly height: number;
}

function DailyChart({ summary, height }: DailyChartProps) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = usePlatform();
  const days = summary.daily.map(({ day }) => writeDay(day, locale));
  const today = summary.daily.findIndex(({ day }) => day === summary.today);
  return (
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
        format={(fen) => formatFigure(fen, 'fen', locale)}
      />
    </section>
  );
}

interface RingProps {
  readonly title: Label;
  readonly label: Label;
  /** Header of the name column in the table that accompanies the chart. */
  readonly head: Label;
  readonly empty: Label;
  readonly height: number;
  readonly parts: readonly { readonly name: string; readonly fen: number }[];
}

/** Shows the segments of a sum as a ring chart, or a text if there are none. */
function Ring({ title, label, head, empty, height, parts }: RingProps) {
  const t = useT();
  const locale = useLocale();
  return (
    <section className={styles.chart}>
      <h2>
        {t(title)} <small>({t('list.yuan')})</small>
      </h2>
      {parts.length === 0 ? (
        <EmptyState text={t(empty)} />
      ) : (
        <Chart
          kind="doughnut"
          height={height}
          label={t(label)}
          head={t(head)}
          labels={parts.map(({ name }) => name)}
          series={[{ name: t('bill.amountFen'), values: parts.map(({ fen }) => fen) }]}
          format={(fen) => formatFigure(fen, 'fen', locale)}
        />
      )}
    </section>
  );
}
