import { useState } from 'react';
import { useLocale, useSay } from '@/app/i18n/translate';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { Chart } from '@/ui/Chart';
import { dayUnderWay, hourUnderWay } from '@/ui/Chart/unfinished';
import { type FigureKind, formatFigure } from '@/ui/Money/format';
import { Region } from '@/ui/QueryBoundary';
import { Segments } from '@/ui/RadioGroup';
import { Choice } from '@/ui/Select';
import { clockText, dayText } from '@/ui/TimeText/format';
import { Block } from './Block';
import styles from './index.css';
import { useShown } from './shown';
import { rangeOf, stationsOf, type View } from './view';

// What draws the trend comes along with the page's own code: it is what people wait for. Whoever draws with it learns of a failure.
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
const HOUR_MS = 3_600_000;

/** One key figure over time, the period before it dashed (DOMAIN §3.2). */
export function Trend({ view }: { readonly view: View }) {
  const say = useSay();
  const locale = useLocale();
  const { timeZone } = usePlatform();
  const shows = useShown();
  const [metric, setMetric] = useState<Metric>('orderCount');
  const [wanted, setPeriod] = useState<Period>('today');
  // Days chosen above come first, until a period of the trend's own is chosen; without such days there is no such period.
  const [followed, follow] = useState(true);
  const period: Period = view.isToday ? (wanted === 'range' ? 'today' : wanted) : followed ? 'range' : wanted;
  const input = period === 'range' ? { ...rangeOf(view), metric } : { ...stationsOf(view), metric, period };
  const query = useData('dashboard.Index/getTrend', input, { keepPrevious: true });
  const periods: readonly Period[] = view.isToday ? PERIODS : ['range', ...PERIODS];
  const name = say(`dashboard.${metric}`);

  return (
    <Block
      title="dashboard.trend"
      asOf={query.data?.asOf}
      extra={
        <div className={styles.tools}>
          <span className={styles.metric}>
            <Choice<Metric>
              value={metric}
              onChange={(value) => setMetric(value ?? 'orderCount')}
              options={METRICS.filter(shows).map((value) => ({ value, label: say(`dashboard.${value}`) }))}
              label={say('dashboard.metric')}
              search={false}
              size="small"
            />
          </span>
          <Segments<Period>
            value={period}
            onChange={(value) => {
              setPeriod(value);
              follow(value === 'range');
            }}
            options={periods.map((value) => ({ value, label: say(`dashboard.period_${value}`) }))}
            label={say('dashboard.periodLabel')}
          />
        </div>
      }
    >
      <Region query={query} minHeight={HEIGHT + 40}>
        {({ points, unit, asOf }) => {
          const times = points.map(({ t }) => t);
          const hourly = isHourly(times);
          const kind: FigureKind = unit;
          const labels = times.map((t) => (hourly ? clockText(t, locale, timeZone) : dayText(t, locale, timeZone)));
          const running = hourly ? hourUnderWay(times, asOf) : dayUnderWay(times, asOf, timeZone);
          const isKnown = (points[running]?.value ?? null) !== null;
          const text = say('figures.unfinished', {
            label: labels[running] ?? '',
            time: clockText(asOf, locale, timeZone),
          });
          return (
            <Chart
              kind="line"
              first
              height={HEIGHT}
              label={say('dashboard.trendLabel', { metric: name })}
              head={say(hourly ? 'dashboard.hour' : 'dashboard.day')}
              labels={labels}
              unfinished={isKnown ? { at: running, text } : undefined}
              series={[
                { name: say('dashboard.thisPeriod'), values: points.map(({ value }) => value) },
                { name: say('dashboard.previousPeriod'), values: points.map(({ prev }) => prev), dashed: true },
              ]}
              format={(value) => formatFigure(value, kind, locale)}
            />
          );
        }}
      </Region>
    </Block>
  );
}

/** Points an hour apart belong to one day. */
function isHourly(times: readonly string[]): boolean {
  const [first, second] = times;
  return first !== undefined && second !== undefined && Date.parse(second) - Date.parse(first) <= HOUR_MS;
}
