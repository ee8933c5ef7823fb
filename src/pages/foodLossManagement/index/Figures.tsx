import { useLocale, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { Chart } from '@/ui/Chart';
import { Facts } from '@/ui/DetailDrawer';
import { EmptyState } from '@/ui/EmptyState';
import { Money } from '@/ui/Money';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { SmallTable } from '@/ui/SmallTable';
import styles from './index.css';
import { useFact } from './parts';

const HEIGHT = 480;
const CHART_HEIGHT = 240;

/** Shows figures of this month's food losses, for example the number of cases, compensation, reasons, and costs by party. */
export function Figures() {
  const t = useT();
  const locale = useLocale();
  const fact = useFact();
  const query = useData('foodLoss.Report/getFigures', {});
  return (
    <QueryBoundary query={query} minHeight={HEIGHT}>
      {(data) => (
        <>
          <p className={styles.hint}>{t('foodLoss.figuresNote', { from: data.fromDay, to: data.toDay })}</p>
          <Facts
            items={[
              fact('cases', 'foodLoss.cases', data.cases.toLocaleString(locale)),
              fact(
                'per1000',
                'foodLoss.per1000',
                data.per1000X100 === null ? '—' : (data.per1000X100 / 100).toLocaleString(locale),
              ),
              fact('paid', 'foodLoss.paidFen', <Money fen={data.paidFen} sign sum />),
            ]}
          />
          {data.cases === 0 ? (
            <EmptyState
              text={t('foodLoss.noFigures')}
              action={<Button onClick={() => query.refetch()}>{t('list.refresh')}</Button>}
            />
          ) : (
            <div className={styles.figures}>
              <section>
                <h2>{t('foodLoss.byReason')}</h2>
                <Chart
                  kind="doughnut"
                  height={CHART_HEIGHT}
                  label={t('foodLoss.byReason')}
                  head={t('foodLoss.reason')}
                  labels={data.byReason.map(({ text }) => text)}
                  series={[{ name: t('foodLoss.cases'), values: data.byReason.map(({ cases }) => cases) }]}
                  format={(cases) => (cases ?? 0).toLocaleString(locale)}
                />
              </section>
              <section>
                <h2>{t('foodLoss.byParty')}</h2>
                {data.byParty.length === 0 ? (
                  <p className={styles.hint}>{t('foodLoss.noDecision')}</p>
                ) : (
                  <SmallTable
                    isNamed
                    figuresFrom={1}
                    label={t('foodLoss.byParty')}
                    heads={[t('foodLoss.party'), t('foodLoss.borne')]}
                    rows={data.byParty.map(({ party, text, borneFen }) => ({
                      key: party,
                      cells: [text, <Money key="fen" fen={borneFen} sign sum />],
                    }))}
                  />
                )}
              </section>
              {(
                [
                  ['foodLoss.topRiders', 'foodLoss.riderName', data.riders],
                  ['foodLoss.topMerchants', 'foodLoss.merchantName', data.merchants],
                ] as const
              )
                .filter(([, , rows]) => rows.length > 0)
                .map(([title, head, rows]) => (
                  <section key={title}>
                    <h2>{t(title)}</h2>
                    <SmallTable
                      isNamed
                      figuresFrom={1}
                      label={t(title)}
                      heads={[t(head), t('foodLoss.cases'), t('foodLoss.borne')]}
                      rows={rows.map(({ key, name, cases, borneFen }) => ({
                        key,
                        cells: [name || '—', cases.toLocaleString(locale), <Money key="fen" fen={borneFen} sign sum />],
                      }))}
                    />
                  </section>
                ))}
            </div>
          )}
        </>
      )}
    </QueryBoundary>
  );
}
