import { HOUR_MS } from '@contract/units';
import { useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { Chart } from '@/ui/Chart';
import { dayUnderWay, hourUnderWay } from '@/ui/Chart/unfinished';
import { type FigureKind, formatFigure } from '@/ui/Money/format';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { RadioGroup } from '@/ui/RadioGroup';
import { Select } from '@/ui/Select';
import { clockText, dayText } from '@/ui/TimeText/format';
import { Block } from './Block';
import styles from './index.css';
import { useShown } from './shown';
import { rangeOf, stationsOf, type View } from './view';

// Load the chart code in parallel with the page's code, so that users wait less. The chart component handles a failed load.
import('@/ui/Chart/engine').catch(() => undefined);

const METRICS = [
  'orderCount',
  'gmvFen',
  'finishRateBp',
  'onTimeRateBp',
  'avgDeliverMin',
  'newUserCount',
  'refundFen',
  'refundRateBp',
  'commissionFen',
  'netFen',
] as const;
type Metric = (typeof METRICS)[number];
const PERIODS = ['today', '7', '30', '90'] as const;
type Period = (typeof PERIODS)[number] | 'range';
const HEIGHT = 296;

/** Shows one key figure over time, with a dashed line for the previous period (DOMAIN §3.2). */
export function Trend({ view }: { readonly view: View }) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = usePlatform();
  const shows = useShown();
  const [metric, setMetric] = useState<Metric>('orderCount');
  const [wanted, setPeriod] = useState<Period>('today');
  // The trend uses the page's range until the user chooses a period. If the page shows only today, the range is not offered.
  const [followed, follow] = useState(true);
  const period: Period = view.isToday ? (wanted === 'range' ? 'today' : wanted) : followed ? 'range' : wanted;
  const input = period === 'range' ? { ...rangeOf(view), metric } : { ...stationsOf(view), metric, period };
  const query = useData('dashboard.Index/getTrend', input, { keepPrevious: true });
  const periods: readonly Period[] = view.isToday ? PERIODS : ['range', ...PERIODS];
  const name = t(`dashboard.${metric}`);

  return (
    <Block
      title="dashboard.trend"
      asOf={query.data?.asOf}
      extra={
        <div className={styles.tools}>
          <span className={styles.metric}>
            <Select<Metric>
              value={metric}
              onChange={(value) => setMetric(value ?? 'orderCount')}
              options={METRICS.filter(shows).map((value) => ({ value, label: t(`dashboard.${value}`) }))}
              label={t('dashboard.metric')}
              search={false}
              size="small"
            />
          </span>
          <RadioGroup<Period>
            value={period}
            onChange={(value) => {
              setPeriod(value);
              follow(value === 'range');
            }}
            options={periods.map((value) => ({ value, label: t(`dashboard.period_${value}`) }))}
            label={t('dashboard.periodLabel')}
          />
        </div>
      }
    >
      <QueryBoundary query={query} minHeight={HEIGHT + 40}>
        {({ points, unit, asOf }) => {
          const times = points.map(({ t }) => t);
          const hourly = isHourly(times);
          const kind: FigureKind = unit;
          const labels = times.map((t) => (hourly ? clockText(t, timeZone) : dayText(t, locale, timeZone)));
          const running = hourly ? hourUnderWay(times, asOf) : dayUnderWay(times, asOf, timeZone);
          const isKnown = (points[running]?.value ?? null) !== null;
          const text = t('figures.unfinished', {
            label: labels[running] ?? '',
            time: clockText(asOf, timeZone),
          });
          return (
            <Chart
              kind="line"
              first
              height={HEIGHT}
              label={t('dashboard.trendLabel', { metric: name })}
              head={t(hourly ? 'dashboard.hour' : 'dashboard.day')}
              labels={labels}
              unfinished={isKnown ? { at: running, text } : undefined}
              series={[
                { name: t('dashboard.thisPeriod'), values: points.map(({ value }) => value) },
                { name: t('dashboard.previousPeriod'), values: points.map(({ prev }) => prev), dashed: true },
              ]}
              format={(value) => formatFigure(value, kind, locale)}
            />
          );
        }}
      </QueryBoundary>
    </Block>
  );
}

/** Returns whether the first two points are at most one hour apart. All points then belong to one day. */
function isHourly(times: readonly string[]): boolean {
  const [first, second] = times;
  return first !== undefined && second !== undefined && Date.parse(second) - Date.parse(first) <= HOUR_MS;
}
