import { CODE_LIMITS, CODE_TASK_STATE, type MiniPlatform } from '@contract/miniCode.states';
import { useEffect, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData, useRefresh } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { CopyText } from '@/ui/CopyText';
import { Facts } from '@/ui/DetailDrawer';
import { Modal } from '@/ui/library/Modal';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { codeCalls, type Task } from './calls';
import { Elapsed } from './Elapsed';
import styles from './index.css';
import { Picture, Screenshots } from './Picture';

/** Shows the progress or the result of one task. Closing the dialog does not stop the task. */
export function TaskDialog({
  platform,
  taskId,
  onClose,
}: {
  readonly platform: MiniPlatform;
  readonly taskId: number;
  readonly onClose: () => void;
}) {
  const t = useT();
  const refresh = useRefresh();
  const shown = useRef<string>(undefined);
  const address = codeCalls(platform).task;
  const [goesOn, setGoesOn] = useState(true);
  const query = useData(address, { taskId }, { everyMs: goesOn ? CODE_LIMITS.pollMs : undefined });
  const { data } = query;
  // Refresh the list and the summary when the state of the task has changed.
  useEffect(() => {
    if (data === undefined) return;
    setGoesOn(data.endedAt === null);
    if (shown.current !== undefined && shown.current !== data.state) refresh('config.', 'dashboard.');
    shown.current = data.state;
  }, [data, refresh]);
  return (
    <Modal
      open
      width={560}
      title={data ? [data.actionText, data.appVersion].filter(Boolean).join(' · ') : t('miniCode.progress')}
      footer={
        <Button type="primary" onClick={onClose}>
          {t(goesOn ? 'miniCode.hide' : 'common.close')}
        </Button>
      }
      onCancel={onClose}
    >
      <QueryBoundary query={query} minHeight={160}>
        {(task) => <TaskView task={task} />}
      </QueryBoundary>
    </Modal>
  );
}

/** Returns the text key for a task without a known result, or `null` if the result is known. */
function waitingText(task: Task): 'miniCode.running' | 'miniCode.unknown' | 'miniCode.unknownOpen' | null {
  if (task.state === 'unknown') return task.nextAskAt === null ? 'miniCode.unknownOpen' : 'miniCode.unknown';
  return task.endedAt === null ? 'miniCode.running' : null;
}

function TaskView({ task }: { readonly task: Task }) {
  const t = useT();
  const waiting = waitingText(task);
  const runs = task.state === 'queued' || task.state === 'running';
  const from = Date.parse(task.createdAt);
  const facts = [
    { key: 'no', label: t('miniCode.taskNo'), value: <CopyText text={task.no} /> },
    { key: 'by', label: t('miniCode.by'), value: task.byName },
    { key: 'begun', label: t('miniCode.begun'), value: <TimeText at={task.createdAt} mode="full" /> },
    {
      key: 'elapsed',
      label: t('miniCode.elapsed'),
      value: <Elapsed from={from} to={task.endedAt === null ? null : Date.parse(task.endedAt)} />,
    },
    ...(task.nextAskAt
      ? [{ key: 'ask', label: t('miniCode.nextAsk'), value: <TimeText at={task.nextAskAt} mode="full" /> }]
      : []),
  ];
  return (
    <>
      <div role="status" className={styles.progress}>
        <StatusTag tone={CODE_TASK_STATE[task.state].tone} text={task.stateText} />
        {waiting ? <p>{t(waiting)}</p> : null}
        {task.state !== 'unknown' && task.message ? <p className={styles.message}>{task.message}</p> : null}
      </div>
      {runs ? <progress className={styles.bar} aria-label={t('miniCode.progress')} /> : null}
      <Facts items={facts} />
      {task.opinion ? (
        <section className={styles.part}>
          <h3>{t('miniCode.opinion')}</h3>
          <p className={styles.message}>{task.opinion.reason}</p>
          <Screenshots urls={task.opinion.screenshots} />
        </section>
      ) : null}
      {task.qr ? (
        <section className={styles.part}>
          <h3>{t('miniCode.tester')}</h3>
          <Picture image={task.qr} name={t('miniCode.tester')} />
        </section>
      ) : null}
      {task.log ? (
        <section className={styles.part}>
          <h3>{t('miniCode.log')}</h3>
          <pre className={styles.log}>{task.log}</pre>
        </section>
      ) : null}
    </>
  );
}
