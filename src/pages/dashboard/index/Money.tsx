import { FLOW_FIGURES } from '@contract/finance.figures';
import type { Data } from '@contract/index';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { Chart } from '@/ui/Chart';
import { Kpi, type KpiProps } from '@/ui/Kpi';
import { formatMoney } from '@/ui/Money/format';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { fullTime } from '@/ui/TimeText/format';
import { Block, Nothing } from './Block';
import styles from './index.css';
import { rangeOf, stationsOf, type View } from './view';

type Answer = Data<'dashboard.Index/getMoney'>;
type Figure = keyof Answer['figures'];

const HEIGHT = 332;
const CHART_HEIGHT = 256;
/** Cards in the order of the money flow: from the received payments to the stations' net amount. */
const CARDS: readonly { readonly key: Figure; readonly better: KpiProps['better'] }[] = [
  { key: 'received', better: 'more' },
  { key: 'income', better: 'more' },
  { key: 'refunds', better: 'less' },
  { key: 'commission', better: 'more' },
  { key: 'otherFees', better: 'more' },
  { key: 'net', better: 'more' },
];

/** Shows ledger figures (DOMAIN §3.2) and a chart of the fees. Each figure has an explanation and a link to its movements. */
export function Money({ view }: { readonly view: View }) {
  const t = useT();
  const locale = useLocale();
  const query = useData('dashboard.Index/getMoney', rangeOf(view), { keepPrevious: true });
  return (
    <div className={styles.charts}>
      <Block title="dashboard.money" asOf={query.data?.asOf}>
        <QueryBoundary query={query} minHeight={HEIGHT}>
          {(answer) => <Cards answer={answer} view={view} />}
        </QueryBoundary>
      </Block>
      <Block title="dashboard.fees" asOf={query.data?.asOf}>
        <QueryBoundary
          query={query}
          minHeight={HEIGHT}
          isEmpty={({ fees }) => fees.every(({ fen }) => fen <= 0)}
          empty={<Nothing text={t('dashboard.feesEmpty')} height={HEIGHT} />}
        >
          {({ fees }) => (
            <Chart
              kind="doughnut"
              height={CHART_HEIGHT}
              label={t('dashboard.feesLabel')}
              head={t('dashboard.fee')}
              labels={fees.map(({ figure }) => t(FLOW_FIGURES[figure].text))}
              series={[{ name: t('dashboard.amount'), values: fees.map(({ fen }) => Math.max(0, fen)) }]}
              format={(value) => formatMoney(value, locale)}
            />
          )}
        </QueryBoundary>
      </Block>
    </div>
  );
}

function Cards({ answer, view }: { readonly answer: Answer; readonly view: View }) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = usePlatform();
  const time = (iso: string) => fullTime(iso, locale, timeZone);
  const { figures, fromDay, toDay, from, to, prevFrom, prevTo, asOf } = answer;
  const period = { from: time(from), to: time(to), prevFrom: time(prevFrom), prevTo: time(prevTo), asOf: time(asOf) };
  return (
    <div className={styles.money}>
      {CARDS.map(({ key, better }) => {
        const rows = new URLSearchParams({
          part: 'movements',
          dayFrom: fromDay,
          dayTo: toDay,
          ...stationsOf(view),
          figure: key,
        });
        return (
          <Kpi
            key={key}
            label={FLOW_FIGURES[key].text}
            value={figures[key].value}
            kind="fen"
            changeBp={figures[key].changeBp}
            against={t(view.isToday ? 'dashboard.againstYesterday' : 'dashboard.againstBefore')}
            better={better}
            help={t('dashboard.period', { help: t(FLOW_FIGURES[key].help), ...period })}
            to={`/financial/information?${rows.toString()}`}
          />
        );
      })}
    </div>
  );
}
