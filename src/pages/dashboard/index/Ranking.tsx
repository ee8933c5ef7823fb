import type { Data } from '@contract/index';
import { Link } from '@umijs/max';
import { useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { CutText } from '@/ui/CutText';
import { type FigureKind, formatAmount, formatFigure } from '@/ui/Money/format';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { RadioGroup } from '@/ui/RadioGroup';
import { ScrollBox } from '@/ui/ScrollBox';
import { Select } from '@/ui/Select';
import { Block, Nothing } from './Block';
import styles from './index.css';
import { useShown } from './shown';
import { rangeOf, type View } from './view';

type Row = Data<'dashboard.Index/getRanking'>['rows'][number];

const KINDS = {
  team: {
    metrics: ['orderCount', 'gmvFen', 'commissionFen', 'netFen', 'onTimeRateBp'],
    top: 10,
    title: 'dashboard.teamRanking',
  },
  rider: { metrics: ['orderCount', 'onTimeRateBp', 'rating'], top: 20, title: 'dashboard.riderRanking' },
} as const;
type Metric = (typeof KINDS)['team' | 'rider']['metrics'][number];
const FIGURE: Record<Metric, FigureKind> = {
  orderCount: 'count',
  gmvFen: 'fen',
  commissionFen: 'fen',
  netFen: 'fen',
  onTimeRateBp: 'bp',
  rating: 'rating',
};
const HEIGHT = 340;
const STATION_LIST = 11;

interface RankingProps {
  readonly kind: 'team' | 'rider';
  readonly view: View;
  readonly ready: boolean;
}

/** Shows a ranking by a chosen figure (DOMAIN §3.2): the top or bottom 10 stations, or the top 20 riders. */
export function Ranking({ kind, view, ready }: RankingProps) {
  const t = useT();
  const { metrics, top, title } = KINDS[kind];
  const shows = useShown();
  const [metric, setMetric] = useState<Metric>('orderCount');
  const [dir, setDir] = useState<'top' | 'bottom'>('top');
  const input = { ...rangeOf(view), kind, metric, dir, top };
  const query = useData('dashboard.Index/getRanking', input, { enabled: ready, keepPrevious: true });
  return (
    <Block title={title} asOf={query.data?.asOf}>
      <div className={styles.tools}>
        <span className={styles.metric}>
          <Select<Metric>
            value={metric}
            onChange={(value) => setMetric(value ?? 'orderCount')}
            options={metrics.filter(shows).map((value) => ({ value, label: t(`dashboard.${value}`) }))}
            label={t('dashboard.metric')}
            search={false}
            size="small"
          />
        </span>
        {kind === 'team' ? (
          <RadioGroup
            value={dir}
            onChange={setDir}
            options={[
              { value: 'top', label: t('dashboard.top') },
              { value: 'bottom', label: t('dashboard.bottom') },
            ]}
            label={t('dashboard.direction')}
          />
        ) : null}
      </div>
      <QueryBoundary
        query={query}
        minHeight={HEIGHT}
        isEmpty={({ rows }) => rows.length === 0}
        empty={<Nothing text={t('dashboard.rankingEmpty')} height={HEIGHT} />}
      >
        {({ rows }) => <Rows rows={rows} kind={kind} metric={metric} label={t(title)} />}
      </QueryBoundary>
    </Block>
  );
}

interface RowsProps {
  readonly rows: readonly Row[];
  readonly kind: 'team' | 'rider';
  readonly metric: Metric;
  readonly label: string;
}

function Rows({ rows, kind, metric, label }: RowsProps) {
  const t = useT();
  const locale = useLocale();
  const { can } = usePlatform();
  const most = Math.max(...rows.map(({ value }) => value), 1);
  return (
    <ScrollBox label={label} height={HEIGHT} className={styles.ranking}>
      <ol>
        {rows.map((row) => (
          <li key={row.id}>
            <span className={styles.rank}>{row.rank}</span>
            <span className={styles.who}>
              {kind === 'team' && can(STATION_LIST) ? (
                <Link to={`/teamList/index?open=${row.id}`}>
                  <CutText text={row.name} />
                </Link>
              ) : (
                <CutText text={row.name} />
              )}
              {row.teamName ? (
                <small>
                  <CutText text={row.teamName} />
                </small>
              ) : null}
              <span className={styles.bar} aria-hidden="true">
                <span style={{ width: `${Math.max(0, (row.value / most) * 100)}%` }} />
              </span>
            </span>
            <span className={styles.score}>
              {FIGURE[metric] === 'fen'
                ? formatAmount(row.value, locale)
                : formatFigure(row.value, FIGURE[metric], locale)}
              {metric === 'orderCount' ? null : <small>{t('dashboard.orderCountOf', { n: row.orderCount })}</small>}
            </span>
          </li>
        ))}
      </ol>
    </ScrollBox>
  );
}
