import { RULE } from '@contract/rule-ids';
import { useSearchParams } from '@umijs/max';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocale } from '@/app/i18n/i18n';
import { useIdle } from '@/app/lazyWithRetry';
import { usePlatform } from '@/app/platform';
import { useData, useRefresh } from '@/app/request/useData';
import { ContinueLine } from '@/layouts/ContinueLine';
import { ErrorBoundary } from '@/ui/ErrorBoundary';
import { PageHeader } from '@/ui/PageHeader';
import { dayIn } from '@/ui/TimeText/format';
import { Health } from './Health';
import styles from './index.css';
import { KeyFigures } from './KeyFigures';
import { OrderSources, Unassigned } from './Orders';
import { QuickLinks } from './QuickLinks';
import { Ranking } from './Ranking';
import { Announcements, Todo } from './Side';
import { LEDGER_PAGE } from './shown';
import { Trend } from './Trend';
import { useKeepFresh } from './useKeepFresh';
import { ViewFilters } from './ViewFilters';
import { rangeOf, readView, type ViewPatch, writeView } from './view';

/** The block is loaded lazily, because it is the last block of the page and only few users see it. */
const PageUse = lazy(() => import('./PageUse').then((module) => ({ default: module.PageUse })));
/** The block is loaded lazily, because only new users need it. */
const FirstSteps = lazy(() => import('./FirstSteps').then((module) => ({ default: module.FirstSteps })));
/** The block is loaded lazily: it is below the first screen, and only users with permission for amounts see it. */
const Money = lazy(() => import('./Money').then((module) => ({ default: module.Money })));
/** Maximum delay of the blocks below the first screen, in milliseconds after the key figures are loaded. */
const REST_MS = 500;

/** Loads the workbench's data again when the language changes, because the server translates some names. */
function useReadInLanguage(): void {
  const refresh = useRefresh();
  const locale = useLocale();
  const readIn = useRef(locale);
  useEffect(() => {
    if (readIn.current !== locale) refresh('dashboard.');
    readIn.current = locale;
  }, [locale, refresh]);
}

/** Shows the workbench (工作台首页, DOMAIN §3.2): an overview of today or of chosen days, for all or chosen stations. */
export default function Workbench() {
  const { now, timeZone, can, reveals } = usePlatform();
  const [query, setQuery] = useSearchParams();
  const today = dayIn(now(), timeZone);
  const view = readView(query, today);
  const change = (patch: ViewPatch) => setQuery(writeView(query, patch, today), { replace: true });

  // Request the key figures immediately. Later blocks wait for `ready`, so that they do not delay the first screen.
  const overview = useData('dashboard.Index/getOverview', rangeOf(view), { keepPrevious: true });
  const ready = useIdle(0, { once: !overview.isPending, within: REST_MS });
  const refresh = useRefresh();
  useKeepFresh(() => refresh('dashboard.'));
  useReadInLanguage();

  return (
    <div className={styles.page}>
      <ContinueLine />
      <PageHeader
        title="menu.dashboardIndex"
        asOf={overview.data?.asOf}
        extra={<ViewFilters view={view} today={today} onChange={change} />}
      />
      <KeyFigures query={overview} isToday={view.isToday} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <div className={styles.charts}>
            <Trend view={view} />
            <OrderSources view={view} />
          </div>
          {can(LEDGER_PAGE) && reveals('amount') ? (
            <ErrorBoundary>
              <Suspense fallback={<div className={styles.moneyBone} />}>
                {ready ? <Money view={view} /> : <div className={styles.moneyBone} />}
              </Suspense>
            </ErrorBoundary>
          ) : null}
          {ready ? (
            <ErrorBoundary>
              <Suspense fallback={null}>
                <FirstSteps />
              </Suspense>
            </ErrorBoundary>
          ) : null}
          <Unassigned view={view} ready={ready} />
          <div className={styles.rankings}>
            <Ranking kind="team" view={view} ready={ready} />
            <Ranking kind="rider" view={view} ready={ready} />
          </div>
          {ready && can(RULE['site.health']) ? (
            <ErrorBoundary>
              <Suspense fallback={null}>
                <PageUse />
              </Suspense>
            </ErrorBoundary>
          ) : null}
        </div>
        <div className={styles.side}>
          <Todo view={view} />
          <Announcements ready={ready} />
          <QuickLinks ready={ready} />
        </div>
      </div>
      <Health ready={ready} />
    </div>
  );
}
