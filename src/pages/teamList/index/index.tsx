import { EnvironmentOutlined } from '@ant-design/icons';
import { history } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { Button } from '@/components/Button';
import { ListPage } from '@/components/ListPage';
import type { ListView } from '@/components/ListPage/types';
import { MapWaiting } from '@/components/MapBase';
import { usePlatform } from '@/components/platform';
import { say as sayNow, useSay } from '@/components/say';
import { ACTIONS } from './actions';
import { COLUMNS, type TeamRow } from './columns';
import { FILTERS, summaryCards } from './filters';

const TeamDrawer = lazy(() => import('./TeamDrawer').then((module) => ({ default: module.TeamDrawer })));
const TeamMapView = lazy(() => import('./TeamMapView').then((module) => ({ default: module.TeamMapView })));

const CREATE_RULE = 1101;
const MAP_HEIGHT = 560;
const VIEWS: readonly ListView[] = [
  {
    key: 'map',
    label: 'team.map',
    icon: <EnvironmentOutlined />,
    render: (context) => (
      <Suspense fallback={<MapWaiting height={MAP_HEIGHT} />}>
        <TeamMapView {...context} height={MAP_HEIGHT} />
      </Suspense>
    ),
  },
];
/** A draft that was just copied has neither name nor code. */
const nameOf = (row: TeamRow) => row.name || row.code || sayNow('team.unnamed');

/** Station list (站点列表, DOMAIN §3.3): find, open, pause and inspect stations. */
export default function TeamListPage() {
  const say = useSay();
  const { can } = usePlatform();
  const create = can(CREATE_RULE) ? (
    <Button type="primary" onClick={() => history.push('/teamList/addTeam')}>
      {say('team.create')}
    </Button>
  ) : null;
  return (
    <ListPage<'team.Team/getList'>
      address="team.Team/getList"
      name="team"
      title="team.title"
      filters={FILTERS}
      columns={COLUMNS}
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
