import { MINI_VERSION } from '@contract/miniCode.fields';
import {
  CODE_ACTION_TEXT,
  CODE_PLATFORMS,
  CODE_TASK_STATE,
  type MiniPlatform,
  VERSION_ACTIONS,
} from '@contract/miniCode.states';
import { lazy, Suspense, useMemo, useState } from 'react';
import { newKey } from '@/app/calls/mutate';
import { type Translate, useT } from '@/app/i18n/i18n';
import { PageAction } from '@/ui/actions/PageAction';
import type { Action } from '@/ui/actions/types';
import { CutText } from '@/ui/CutText';
import { ListPage } from '@/ui/ListPage';
import type { Column } from '@/ui/ListPage/types';
import { listOf } from '@/ui/resource/list';
import { StatusTag } from '@/ui/StatusTag';
import type { TabItem } from '@/ui/Tabs';
import { codeCalls, type ListAddress, type VersionRow } from './calls';
import styles from './index.css';
import { Overview, useOverview } from './Overview';
import { Screenshots } from './Picture';
import type { Wish } from './useCodeForm';
import { type CodeRun, useCodeRun } from './useCodeRun';

const CodeDialog = lazy(() => import('./CodeDialog').then((module) => ({ default: module.CodeDialog })));
const TaskDialog = lazy(() => import('./TaskDialog').then((module) => ({ default: module.TaskDialog })));

/** Value of the query parameter `tab` for this tab. */
const TAB = 'code';
const INSIDE: readonly string[] = ['tab'];
const DANGEROUS: ReadonlySet<string> = new Set(['withdrawAudit', 'rollback', 'offline', 'deleteDev']);

const nameOf = (row: VersionRow) => row.appVersion;

/** Returns the columns that are not rendered as plain text. */
const ownColumns = (run: CodeRun, t: Translate) => ({
  description: (row: VersionRow) => <CutText text={row.description} most={240} />,
  opinion: (row: VersionRow) => (
    <span className={styles.opinion}>
      {row.opinion ? <CutText text={row.opinion} most={220} /> : '—'}
      <Screenshots urls={row.screenshots} />
    </span>
  ),
  lastResult: (row: VersionRow) => {
    const { lastResult, lastResultState, lastTaskId } = row;
    if (lastResult === null || lastResultState === null || lastTaskId === null) return '—';
    return (
      <button
        type="button"
        className={styles.link}
        aria-label={t('miniCode.lastTask', { result: lastResult })}
        onClick={() => run.showTask(lastTaskId)}
      >
        <StatusTag tone={CODE_TASK_STATE[lastResultState].tone} text={lastResult} />
      </button>
    );
  },
});

/** Shows the mini-program code of a platform (小程序代码, DOMAIN §3.10): the summary, all versions, and their actions. */
export function MiniCode({ platform }: { readonly platform: MiniPlatform }) {
  const t = useT();
  const run = useCodeRun(platform);
  const [wish, setWish] = useState<Wish | null>(null);
  const overview = useOverview(platform);
  const summary = overview.data?.summary;
  const { path } = CODE_PLATFORMS[platform];
  const list = useMemo(() => {
    const made = listOf('config.AlipayMini/getVersions', MINI_VERSION, { columns: ownColumns(run, t) });
    return { ...made, address: codeCalls(platform).list, columns: made.columns as readonly Column<VersionRow>[] };
  }, [platform, run, t]);
  const actions = useMemo(
    (): readonly Action<VersionRow>[] =>
      VERSION_ACTIONS.map((action) => ({
        key: action,
        label: CODE_ACTION_TEXT[action],
        danger: DANGEROUS.has(action),
        run: (row) => setWish({ action, appVersion: row.appVersion, target: row.rollbackTo }),
      })),
    [],
  );
  const can = (action: string) => run.open === null && summary?.actions.includes(action);
  const upload = () => setWish({ action: 'upload', appVersion: null, target: null });
  const sync = () => void run.send({ action: 'sync' }, newKey(), () => true);
  return (
    <>
      <Overview query={overview} run={run} isAsking={wish !== null} toParameters={path} />
      <ListPage<ListAddress>
        {...list}
        inside={INSIDE}
        name={`miniCode.${platform}`}
        title="miniCode.title"
        rowName={nameOf}
        actions={actions}
        primary={
          <>
            {can('sync') ? <PageAction label="miniCode.sync" hotkey="s" run={sync} /> : null}
            {can('upload') ? <PageAction primary label="miniCode.upload" hotkey="n" run={upload} /> : null}
          </>
        }
        empty={{ text: 'miniCode.empty' }}
      />
      <Suspense fallback={null}>
        {wish ? (
          <CodeDialog
            key={`${wish.action}.${wish.appVersion}`}
            platform={platform}
            wish={wish}
            newest={summary?.newest ?? null}
            run={run}
            onClose={() => setWish(null)}
          />
        ) : null}
        {run.taskId === null ? null : (
          <TaskDialog key={run.taskId} platform={platform} taskId={run.taskId} onClose={() => run.showTask(null)} />
        )}
      </Suspense>
    </>
  );
}

/** Creates the code tab of a platform's page. Pass it to `SettingsPage` in `others`. */
export const codeTab = (platform: MiniPlatform, t: Translate): TabItem => ({
  key: TAB,
  label: t('miniCode.title'),
  content: () => <MiniCode platform={platform} />,
});
