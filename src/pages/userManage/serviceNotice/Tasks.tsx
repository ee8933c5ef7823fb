import { RULE } from '@contract/rule-ids';
import { history, useLocation } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { usePlatform } from '@/app/platform';
import { PageAction } from '@/ui/actions/PageAction';
import { ListPage } from '@/ui/ListPage';
import { formAddress, formOf, INSIDE } from './address';
import { ACTIONS, LIST, type TaskRow } from './taskList';

const TaskDrawer = lazy(() => import('./TaskDrawer').then((module) => ({ default: module.TaskDrawer })));
const TaskEditor = lazy(() => import('./TaskEditor').then((module) => ({ default: module.TaskEditor })));

const nameOf = (row: TaskRow) => row.title;
const close = () => history.replace(formAddress(null));

/** Lists the tasks that send notices (发送任务), with their recipients and results. */
export function Tasks() {
  const { can } = usePlatform();
  const { search } = useLocation();
  const form = formOf(search);
  const maySend = can(RULE['user.notice.send']);
  const add = maySend ? (
    <PageAction primary hotkey="n" label="serviceNotice.add" run={() => history.push(formAddress('new'))} />
  ) : null;
  return (
    <>
      <ListPage<'user.Notice/getTasks'>
        {...LIST}
        inside={INSIDE}
        name="serviceNotice"
        title="serviceNotice.tabTasks"
        cards={6}
        actions={ACTIONS}
        rowName={nameOf}
        primary={add}
        empty={{ text: 'serviceNotice.empty', action: add }}
        detail={(context) => (
          <Suspense fallback={null}>
            <TaskDrawer context={context} />
          </Suspense>
        )}
      />
      {maySend && form !== null ? (
        <Suspense fallback={null}>
          <TaskEditor key={JSON.stringify(form)} form={form} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
