import { RULE } from '@contract/rule-ids';
import { history } from '@umijs/max';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { pageAddress } from '@/app/pageAddress';
import { usePlatform } from '@/app/platform';
import { backgroundRequest } from '@/app/request/backgroundRequest';
import { useData, useRefresh } from '@/app/request/useData';
import { ListPage } from '@/ui/ListPage';
import { actionsWith, type ExportRow } from './actions';
import { COLUMNS, LiveProgress } from './columns';
import { filtersFor, summaryCards } from './filters';

const ExportDrawer = lazy(() => import('./ExportDrawer').then((module) => ({ default: module.ExportDrawer })));

const EVERY_MS = 3_000;
const ACTIONS = actionsWith((row) => history.push(pageAddress('open', row.id)));
const nameOf = (row: ExportRow) => row.no;

/** Polls the progress of running exports. When a shown export has ended, the list is reloaded. */
function useLiveProgress() {
  const [isRunning, setRunning] = useState(true);
  const { data } = useData('export.Task/getProgress', {}, { everyMs: isRunning ? EVERY_MS : undefined });
  const refresh = useRefresh();
  // This reload is started by a timer, so it must not count as user activity.
  const hasEnded = useCallback(
    () => backgroundRequest(() => refresh('export.Task/getList', 'export.Task/getDetail', 'dashboard.')),
    [refresh],
  );
  useEffect(() => {
    if (data) setRunning(data.list.length > 0);
  }, [data]);
  return useMemo(
    () => ({ running: data ? new Map(data.list.map((live) => [live.id, live])) : null, hasEnded }),
    [data, hasEnded],
  );
}

/** Shows the export list (导出列表, DOMAIN §3.14): exports, their progress and their files. */
export default function ExportListPage() {
  const { can } = usePlatform();
  const live = useLiveProgress();
  const seesAll = can(RULE['export.others']);
  const filters = useMemo(() => filtersFor(seesAll), [seesAll]);
  return (
    <LiveProgress value={live}>
      <ListPage<'export.Task/getList'>
        address="export.Task/getList"
        name="exportTask"
        title="menu.exportList"
        filters={filters}
        columns={COLUMNS}
        cards={4}
        summary={summaryCards}
        actions={ACTIONS}
        rowName={nameOf}
        empty={{ text: 'exportTask.empty' }}
        detail={(context) => (
          <Suspense fallback={null}>
            <ExportDrawer {...context} />
          </Suspense>
        )}
      />
    </LiveProgress>
  );
}
