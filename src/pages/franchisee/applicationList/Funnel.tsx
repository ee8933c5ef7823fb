import type { Input } from '@contract/index';
import { useLocale, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { Chart } from '@/ui/Chart';
import { EmptyState } from '@/ui/EmptyState';
import { formatFigure } from '@/ui/Money/format';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { SmallTable } from '@/ui/SmallTable';
import styles from './index.css';

const HEIGHT = 280;

/** Shows the funnel of the filtered applications, and which sources lead to contracts. */
export function Funnel({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const t = useT();
  const locale = useLocale();
  const funnel = useData('franchise.Apply/getFunnel', query as Input<'franchise.Apply/getFunnel'>, {
    keepPrevious: true,
  });
  const count = (value: number | null) => formatFigure(value, 'count', locale);
  const percent = (part: number, whole: number) =>
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(
      whole === 0 ? 0 : part / whole,
    );
  return (
    <QueryBoundary
      query={funnel}
      minHeight={HEIGHT}
      isEmpty={({ list }) => list.length === 0}
      empty={<EmptyState text={t('franchiseApply.noApplications')} />}
    >
      {({ stages, list }) => (
        <div className={styles.charts}>
          <section className={styles.chart}>
            <h2>{t('franchiseApply.funnel')}</h2>
            <Chart
              kind="bars"
              height={HEIGHT}
              label={t('franchiseApply.funnelLabel')}
              head={t('franchiseApply.stage')}
              labels={stages.map(({ text, n }) => `${text} ${percent(n, stages[0]?.n ?? 0)}`)}
              series={[{ name: t('franchiseApply.count'), values: stages.map(({ n }) => n) }]}
              format={count}
            />
          </section>
          <section className={styles.chart}>
            <h2>{t('franchiseApply.sources')}</h2>
            <SmallTable
              isNamed
              label={t('franchiseApply.sources')}
              heads={[
                t('franchiseApply.source'),
                t('franchiseApply.count'),
                t('franchiseApply.signedCount'),
                t('franchiseApply.share'),
              ]}
              rows={list.map(({ source, n, signed }) => ({
                key: source,
                cells: [source, count(n), count(signed), percent(signed, n)],
              }))}
            />
          </section>
        </div>
      )}
    </QueryBoundary>
  );
}
