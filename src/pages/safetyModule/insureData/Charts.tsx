import type { Data, Input } from '@contract/index';
import { useLocale, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { Chart } from '@/ui/Chart';
import { Facts } from '@/ui/DetailDrawer';
import { EmptyState } from '@/ui/EmptyState';
import { Money } from '@/ui/Money';
import { formatFigure, formatMoney } from '@/ui/Money/format';
import { QueryBoundary } from '@/ui/QueryBoundary';
import styles from './index.css';

const HEIGHT = 280;
type Summary = Data<'safety.Insure/getSummary'>;
type Payers = Summary['today'];

/** Shows premiums and paid claims of the last twelve months, and totals, for example today's premiums and the number of open claims. */
export function Charts({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const { teamIds } = query;
  const summary = useData(
    'safety.Insure/getSummary',
    (teamIds ? { teamIds } : {}) as Input<'safety.Insure/getSummary'>,
    {
      keepPrevious: true,
    },
  );
  return (
    <QueryBoundary query={summary} minHeight={HEIGHT}>
      {(loaded) => <Whole summary={loaded} />}
    </QueryBoundary>
  );
}

function Whole({ summary }: { readonly summary: Summary }) {
  const t = useT();
  const locale = useLocale();
  const { months } = summary;
  const fen = (value: number | null) => formatMoney(value, locale);
  const payers = ({ platformFen, teamFen, riderFen }: Payers) =>
    t('insure.byPayer', { platform: fen(platformFen), team: fen(teamFen), rider: fen(riderFen) });
  const isEmpty = months.every(({ premiumFen, paidFen }) => !premiumFen && !paidFen);
  return (
    <>
      <Facts
        items={[
          { key: 'today', label: t('insure.premiumToday'), value: payers(summary.today) },
          { key: 'month', label: t('insure.premiumMonth'), value: payers(summary.month) },
          { key: 'open', label: t('insure.claimsOpen'), value: formatFigure(summary.claimsOpen, 'count', locale) },
          { key: 'paid', label: t('insure.claimsPaid'), value: <Money fen={summary.claimsPaidFen} sum sign /> },
          { key: 'loss', label: t('insure.lossRatio'), value: formatFigure(summary.lossBp, 'bp', locale) },
        ]}
      />
      <section className={styles.chart}>
        <h2>{t('insure.chartMonths')}</h2>
        {isEmpty ? (
          <EmptyState text={t('insure.noData')} />
        ) : (
          <Chart
            kind="bars"
            height={HEIGHT}
            label={t('insure.chartMonthsLabel')}
            head={t('insure.month')}
            labels={months.map(({ month }) => month)}
            series={[
              { name: t('insure.premium'), values: months.map(({ premiumFen }) => premiumFen) },
              { name: t('insure.claimsPaid'), values: months.map(({ paidFen }) => paidFen) },
            ]}
            format={(value) => formatFigure(value, 'fen', locale)}
          />
        )}
      </section>
    </>
  );
}
