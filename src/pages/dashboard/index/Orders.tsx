import { Link } from '@umijs/max';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { Chart } from '@/ui/Chart';
import { formatFigure } from '@/ui/Money/format';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { Block, Nothing } from './Block';
import styles from './index.css';
import { rangeOf, stationsOf, type View } from './view';

const HEIGHT = 264;
const HEAT_HEIGHT = 72;
const STATION_PAGE = 13;

/** Shows how many orders came from each source. */
export function OrderSources({ view }: { readonly view: View }) {
  const t = useT();
  const locale = useLocale();
  const query = useData(
    'dashboard.Index/getDistribution',
    { ...rangeOf(view), kind: 'orderSource' },
    { keepPrevious: true },
  );
  return (
    <Block title="dashboard.sources" asOf={query.data?.asOf}>
      <QueryBoundary
        query={query}
        minHeight={HEIGHT + 72}
        isEmpty={({ slices }) => slices.every(({ value }) => value === 0)}
        empty={<Nothing text={t('dashboard.noOrders')} height={HEIGHT + 72} />}
      >
        {({ slices }) => {
          const sorted = [...slices].sort((a, b) => b.value - a.value);
          return (
            <Chart
              kind="doughnut"
              height={HEIGHT + 32}
              label={t('dashboard.sourcesLabel')}
              head={t('dashboard.source')}
              labels={sorted.map(({ label }) => label)}
              series={[{ name: t('dashboard.orders'), values: sorted.map(({ value }) => value) }]}
              format={(value) => formatFigure(value, 'count', locale)}
            />
          );
        }}
      </QueryBoundary>
    </Block>
  );
}

/**
 * Lists the stations that have orders without a rider, sorted by the number of these orders, highest first. An entry links to the station's
 * switches if the user may open them.
 */
export function Unassigned({ view, ready }: { readonly view: View; readonly ready: boolean }) {
  const t = useT();
  const locale = useLocale();
  const { can } = usePlatform();
  const query = useData(
    'dashboard.Index/getDistribution',
    { ...stationsOf(view), kind: 'unassigned' },
    { enabled: ready, keepPrevious: true },
  );
  return (
    <Block title="dashboard.unassigned" asOf={query.data?.asOf}>
      <QueryBoundary
        query={query}
        minHeight={HEAT_HEIGHT}
        isEmpty={({ slices }) => slices.every(({ value }) => value === 0)}
        empty={<Nothing text={t('dashboard.unassignedEmpty')} height={HEAT_HEIGHT} />}
      >
        {({ slices }) => {
          const sorted = slices.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
          const most = sorted[0]?.value ?? 1;
          return (
            <ul className={styles.heat}>
              {sorted.map(({ key, label, value, teamId }) => {
                const text = t('dashboard.unassignedOf', { name: label, n: value });
                const tile = (
                  <>
                    <span className={styles.heatName}>{label}</span>
                    <strong>{formatFigure(value, 'count', locale)}</strong>
                  </>
                );
                // A higher number has a warmer colour. The number itself is also shown, so no information depends on colour.
                const heat = { '--heat': String(0.06 + (value / most) * 0.2) } as React.CSSProperties;
                return (
                  <li key={key} style={heat}>
                    {teamId !== undefined && can(STATION_PAGE) ? (
                      <Link
                        className={styles.heatTile}
                        to={`/teamList/teamOperation?id=${teamId}`}
                        title={text}
                        aria-label={text}
                      >
                        {tile}
                      </Link>
                    ) : (
                      <span className={styles.heatTile} title={text}>
                        {tile}
                      </span>
                    )}
                  </li>
                );
              })}
            </ul>
          );
        }}
      </QueryBoundary>
    </Block>
  );
}
