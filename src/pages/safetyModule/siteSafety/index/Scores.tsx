import type { Data } from '@contract/index';
import { SITE_SCORE } from '@contract/siteScore.fields';
import { useLocale, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { INSIDE } from '@/features/siteSafety/links';
import { Chart } from '@/ui/Chart';
import { Facts } from '@/ui/DetailDrawer';
import { ListPage } from '@/ui/ListPage';
import type { DetailContext } from '@/ui/ListPage/types';
import { formatFigure } from '@/ui/Money/format';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { cellOf, facts } from '@/ui/resource/cells';
import { listOf } from '@/ui/resource/list';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

type Row = Data<'safety.Site/getScores'>['list'][number];

const LIST = listOf('safety.Site/getScores', SITE_SCORE, {
  columns: { teamId: { render: (row) => row.teamName, width: 220 } },
});
const nameOf = (row: Row) => row.teamName;
const HEIGHT = 180;

/** Shows the number of incidents per 10 000 orders by month. */
function Trend() {
  const t = useT();
  const locale = useLocale();
  const query = useData('safety.Site/getTrend', {});
  return (
    <section className={styles.trend}>
      <h2>{t('siteScore.trend')}</h2>
      <QueryBoundary query={query} minHeight={HEIGHT}>
        {({ months }) => (
          <Chart
            kind="line"
            label={t('siteScore.trend')}
            head={t('siteScore.month')}
            height={HEIGHT}
            labels={months.map(({ month }) => month)}
            series={[
              {
                name: t('siteScore.trend'),
                values: months.map(({ rateX100 }) => (rateX100 === null ? null : rateX100 / 100)),
              },
            ]}
            format={(value) =>
              value === null ? '—' : new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value)
            }
          />
        )}
      </QueryBoundary>
    </section>
  );
}

function ScoreDrawer({ context }: { readonly context: DetailContext<Row> }) {
  const t = useT();
  const locale = useLocale();
  return (
    <RecordDrawer
      address="safety.Site/getScore"
      context={context}
      name={nameOf}
      title={nameOf}
      beside={(row) => cellOf(SITE_SCORE, 'grade', row, t)}
      content={(row) => (
        <>
          <Facts items={facts(SITE_SCORE, row, t)} />
          <p className={styles.note}>{t('siteScore.rule')}</p>
          <h3>{t('siteScore.history')}</h3>
          {row.history.length === 0 ? (
            <p className={styles.note}>{t('siteScore.noHistory')}</p>
          ) : (
            <SmallTable
              label={t('siteScore.history')}
              heads={[
                ...([t('siteScore.createdAt'), t('siteScore.cause'), t('siteScore.refNo')] as const),
                ...([t('siteScore.grade'), t('siteScore.score')] as const),
              ]}
              figuresFrom={4}
              rows={row.history.map((line) => ({
                key: line.key,
                cells: [
                  <TimeText key="at" at={line.at} mode="full" />,
                  line.causeText,
                  line.refNo ? <code key="no">{line.refNo}</code> : '—',
                  line.gradeText,
                  formatFigure(line.score, 'count', locale),
                ],
              }))}
            />
          )}
        </>
      )}
    />
  );
}

/** Lists the scores of stations, lowest first. */
export function Scores() {
  return (
    <>
      <Trend />
      <ListPage<'safety.Site/getScores'>
        {...LIST}
        name="siteScore"
        title="siteInspection.tabScores"
        cards={5}
        inside={INSIDE}
        rowName={nameOf}
        empty={{ text: 'siteScore.empty' }}
        detail={(context) => <ScoreDrawer context={context} />}
      />
    </>
  );
}
