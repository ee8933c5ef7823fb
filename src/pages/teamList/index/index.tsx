import { EnvironmentOutlined } from '@ant-design/icons';
import { RULE } from '@contract/rule-ids';
import { history } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { t as tNow } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { MapWaiting } from '@/features/mapBase';
import { PageAction } from '@/ui/actions/PageAction';
import { ListPage } from '@/ui/ListPage';
import type { ListView } from '@/ui/ListPage/types';
import { ACTIONS } from './actions';
import { COLUMNS, COLUMNS_WITHOUT_AMOUNTS, type TeamRow } from './columns';
import { FILTERS, summaryCards } from './filters';

const TeamDrawer = lazy(() => import('./TeamDrawer').then((module) => ({ default: module.TeamDrawer })));
const TeamMapView = lazy(() => import('./TeamMapView').then((module) => ({ default: module.TeamMapView })));

const MAP_HEIGHT = 560;
const VIEWS: readonly ListView[] = [
  {
    key: 'map',
    label: 'team.map',
    icon: <EnvironmentOutlined aria-hidden />,
    render: (context) => (
      <Suspense fallback={<MapWaiting height={MAP_HEIGHT} />}>
        <TeamMapView {...context} height={MAP_HEIGHT} />
      </Suspense>
    ),
  },
];
/** Returns the display name of a station. A new copy of a draft has neither name nor code. */
const nameOf = (row: TeamRow) => row.name || row.code || tNow('team.unnamed');

/** Shows the station list (站点列表, DOMAIN §3.3), in which users find, open, pause and inspect stations. */
export default function TeamListPage() {
  const { can, reveals } = usePlatform();
  const create = can(RULE['team.list.create']) ? (
    <PageAction primary hotkey="n" label="team.create" run={() => history.push('/teamList/addTeam')} />
  ) : null;
  return (
    <ListPage<'team.Team/getList'>
      address="team.Team/getList"
      name="team"
      title="team.title"
      filters={FILTERS}
      columns={reveals('amount') ? COLUMNS : COLUMNS_WITHOUT_AMOUNTS}
      cards={7}
      summary={summaryCards}
      actions={ACTIONS}
      rowName={nameOf}
      views={VIEWS}
      primary={create}
      empty={{ text: 'team.empty', action: create }}
      detail={(context) => (
        <Suspense fallback={null}>
          <TeamDrawer {...context} />
        </Suspense>
      )}
    />
  );
}
