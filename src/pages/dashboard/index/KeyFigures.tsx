import type { Data } from '@contract/index';
import { type Label, useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { Kpi, type KpiProps } from '@/ui/Kpi';
import { type FigureKind, formatFigure } from '@/ui/Money/format';
import { type BoundaryQuery, QueryBoundary } from '@/ui/QueryBoundary';
import { fullTime } from '@/ui/TimeText/format';
import styles from './index.css';

type Overview = Data<'dashboard.Index/getOverview'>;

interface Card {
  readonly key:
    | 'orderCount'
    | 'gmvFen'
    | 'finishRateBp'
    | 'onTimeRateBp'
    | 'avgDeliverMin'
    | 'onlineRiderCount'
    | 'newUserCount'
    | 'activeUserCount'
    | 'refundFen'
    | 'exceptionCount';
  readonly kind: FigureKind;
  readonly better: KpiProps['better'];
  readonly unit?: Label;
}

/** Cards of the key figures, ordered as: volume, quality, people, problems. */
const CARDS: readonly Card[] = [
  { key: 'orderCount', kind: 'count', better: 'more' },
  { key: 'gmvFen', kind: 'fen', better: 'more' },
  { key: 'finishRateBp', kind: 'bp', better: 'more' },
  { key: 'onTimeRateBp', kind: 'bp', better: 'more' },
  { key: 'avgDeliverMin', kind: 'minutes', better: 'less', unit: 'dashboard.minutes' },
  { key: 'onlineRiderCount', kind: 'count', better: 'more' },
  { key: 'newUserCount', kind: 'count', better: 'more' },
  { key: 'activeUserCount', kind: 'count', better: 'more' },
  { key: 'refundFen', kind: 'fen', better: 'less' },
  { key: 'exceptionCount', kind: 'count', better: 'less' },
];

/** Shows the key figures (DOMAIN §3.2). Each has its definition, its period and its change against the previous period. */
export function KeyFigures({ query, isToday }: { readonly query: BoundaryQuery<Overview>; readonly isToday: boolean }) {
  const t = useT();
  const locale = useLocale();
  const { timeZone, reveals } = usePlatform();
  // Users without permission for amounts get no cards with amounts.
  const cards = reveals('amount') ? CARDS : CARDS.filter(({ kind }) => kind !== 'fen');
  const look = cards === CARDS ? styles.cards : `${styles.cards} ${styles.fewer}`;
  return (
    <section aria-label={t('dashboard.keyFigures')}>
      <QueryBoundary
        query={query}
        minHeight={224}
        skeleton={
          <div className={look}>
            {cards.map(({ key }) => (
              <div key={key} className={styles.cardBone} />
            ))}
          </div>
        }
      >
        {({ kpis, from, to, prevFrom, prevTo, asOf }) => {
          const time = (iso: string) => fullTime(iso, locale, timeZone);
          const period = {
            from: time(from),
            to: time(to),
            prevFrom: time(prevFrom),
            prevTo: time(prevTo),
            asOf: time(asOf),
          };
          const beside = (key: Card['key']) => {
            if (key === 'onlineRiderCount') {
              return t('dashboard.ofRiders', { n: formatFigure(kpis.riderCount.value, 'count', locale) });
            }
            if (key === 'refundFen' && kpis.refundRateBp.value !== null) {
              return t('dashboard.refundRate', { n: formatFigure(kpis.refundRateBp.value, 'bp', locale) });
            }
            return undefined;
          };
          return (
            <div className={look}>
              {cards.map(({ key, kind, better, unit }) => (
                <Kpi
                  key={key}
                  label={`dashboard.${key}`}
                  value={kpis[key].value}
                  kind={kind}
                  unit={unit}
                  changeBp={kpis[key].changeBp}
                  against={t(isToday ? 'dashboard.againstYesterday' : 'dashboard.againstBefore')}
                  better={better}
                  beside={beside(key)}
                  help={t('dashboard.period', { help: t(`dashboard.${key}Help`), ...period })}
                />
              ))}
            </div>
          );
        }}
      </QueryBoundary>
    </section>
  );
}
