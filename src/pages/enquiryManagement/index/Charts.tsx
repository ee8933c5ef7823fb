import type { Input } from '@contract/index';
import { useLocale, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { Chart } from '@/ui/Chart';
import { EmptyState } from '@/ui/EmptyState';
import { formatFigure } from '@/ui/Money/format';
import { QueryBoundary } from '@/ui/QueryBoundary';
import styles from './index.css';

const HEIGHT = 240;

/** Shows charts of the filtered enquiries: by hour of the day, by reason of refusal and by station. */
export function Charts({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const t = useT();
  const locale = useLocale();
  const stats = useData('enquiry.Enquiry/getStats', query as Input<'enquiry.Enquiry/getStats'>, { keepPrevious: true });
  const format = (value: number | null) => formatFigure(value, 'count', locale);
  return (
    <QueryBoundary
      query={stats}
      minHeight={HEIGHT}
      isEmpty={({ hours }) => hours.every(({ all }) => all === 0)}
      empty={<EmptyState text={t('enquiry.noEnquiries')} />}
    >
      {({ hours, reasons, stations }) => (
        <div className={styles.charts}>
          <section className={styles.chart}>
            <h2>{t('enquiry.chartHours')}</h2>
            <Chart
              kind="bars"
              height={HEIGHT}
              label={t('enquiry.chartHoursLabel')}
              head={t('enquiry.hour')}
              labels={hours.map(({ hour }) => String(hour).padStart(2, '0'))}
              series={[
                { name: t('enquiry.quotedCount'), values: hours.map(({ quoted }) => quoted) },
                { name: t('enquiry.sumRefused'), values: hours.map(({ refused }) => refused) },
              ]}
              format={format}
            />
          </section>
          <section className={styles.chart}>
            <h2>{t('enquiry.chartReasons')}</h2>
            {reasons.length === 0 ? (
              <EmptyState text={t('enquiry.noRefusals')} />
            ) : (
              <Chart
                kind="doughnut"
                height={HEIGHT}
                label={t('enquiry.chartReasonsLabel')}
                head={t('enquiry.reason')}
                labels={reasons.map(({ text }) => text)}
                series={[{ name: t('enquiry.sumAll'), values: reasons.map(({ count }) => count) }]}
                format={format}
              />
            )}
          </section>
          <section className={styles.chart}>
            <h2>{t('enquiry.chartStations')}</h2>
            <Chart
              kind="bars"
              height={HEIGHT}
              label={t('enquiry.chartStationsLabel')}
              head={t('enquiry.teamId')}
              labels={stations.map(({ teamName }) => teamName)}
              series={[
                { name: t('enquiry.quotedCount'), values: stations.map(({ quoted }) => quoted) },
                { name: t('enquiry.unquotedCount'), values: stations.map(({ all, quoted }) => all - quoted) },
              ]}
              format={format}
            />
          </section>
        </div>
      )}
    </QueryBoundary>
  );
}
