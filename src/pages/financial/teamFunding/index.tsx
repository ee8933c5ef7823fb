import { useSearchParams } from '@umijs/max';
import { lazy, useMemo } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { ACTIONS, REMIND } from '@/features/funds/actions';
import { PrimaryLink } from '@/ui/Button';
import { ListPage } from '@/ui/ListPage';
import { PageHeader } from '@/ui/PageHeader';
import { Tabs } from '@/ui/Tabs';
import { COLUMNS, COLUMNS_WITHOUT_AMOUNTS } from './columns';
import { FILTERS, FILTERS_WITHOUT_AMOUNTS, summaryCards } from './filters';

const Adjusts = lazy(() => import('@/features/funds/Adjusts').then((module) => ({ default: module.Adjusts })));

const INSIDE = ['tab'];
const ADJUST = 3306;
const SETTLE = 3309;
const STATIONS = 11;
const WITH_REMINDER = [...ACTIONS, REMIND];

/** Shows the station funds page (站点资金, DOMAIN §3.5): the balances of stations, and the actions of finance. */
export default function TeamFundingPage() {
  const t = useT();
  const { can, reveals } = usePlatform();
  const [query, setQuery] = useSearchParams();
  const cards = useMemo(() => summaryCards(can), [can]);
  const actions = (can(ADJUST) || can(SETTLE) ? WITH_REMINDER : ACTIONS).map((action) =>
    action.key === 'settleNow' && !can(SETTLE) ? withoutBulk(action) : action,
  );
  return (
    <>
      <PageHeader title="menu.teamFunding" />
      <Tabs
        label={t('fund.tabs')}
        active={query.get('tab')}
        // Drop the other query parameters, because each tab has its own filters.
        onChange={(tab) => setQuery(tab === 'stations' ? {} : { tab }, { replace: true })}
        items={[
          {
            key: 'stations',
            label: t('fund.tabStations'),
            content: () => (
              <ListPage<'finance.TeamFund/getList'>
                inside={INSIDE}
                address="finance.TeamFund/getList"
                name="teamFund"
                title="fund.tabStations"
                filters={reveals('amount') ? FILTERS : FILTERS_WITHOUT_AMOUNTS}
                columns={reveals('amount') ? COLUMNS : COLUMNS_WITHOUT_AMOUNTS}
                cards={7}
                summary={cards}
                actions={actions}
                rowName={(row) => row.name}
                empty={{
                  text: 'fund.empty',
                  action: can(STATIONS) ? (
                    <PrimaryLink to="/teamList/index">{t('finance.toStations')}</PrimaryLink>
                  ) : undefined,
                }}
              />
            ),
          },
          {
            key: 'adjusts',
            label: t('fund.tabAdjusts'),
            content: () => <Adjusts />,
          },
        ]}
      />
    </>
  );
}

/** Removes an action's bulk call, so that the list offers the action only for single rows. */
function withoutBulk<A extends { readonly bulk?: unknown }>({ bulk: _bulk, ...action }: A): Omit<A, 'bulk'> {
  return action;
}
