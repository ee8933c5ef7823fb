import {
  CODE_ACTION_TEXT,
  CODE_LIMITS,
  MINI_VERSION_STATE,
  type MiniPlatform,
  type MiniVersionState,
} from '@contract/miniCode.states';
import { Link } from '@umijs/max';
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { codeCalls, type Summary } from './calls';
import { Elapsed } from './Elapsed';
import styles from './index.css';
import { Picture } from './Picture';
import type { CodeRun, OpenRun } from './useCodeRun';

/** Loads the summary of a platform's versions. While a task runs, the hook polls the server. */
export function useOverview(platform: MiniPlatform) {
  const [isBusy, setBusy] = useState(false);
  const everyMs = isBusy ? CODE_LIMITS.pollMs : undefined;
  const query = useData(codeCalls(platform).list, { limit: 10 }, { everyMs });
  const task = query.data?.summary.task ?? null;
  useEffect(() => setBusy(task !== null), [task]);
  return query;
}

/** Shows the live version, the version in review, the testers' QR code and running actions (DOMAIN §3.10 "Summary"). */
export function Overview({
  query,
  run,
  isAsking,
  toParameters,
}: {
  readonly query: ReturnType<typeof useOverview>;
  readonly run: CodeRun;
  /** Whether a dialog already shows the running action. */
  readonly isAsking: boolean;
  /** Link to the parameters tab of the page. */
  readonly toParameters: string;
}) {
  const t = useT();
  return (
    <QueryBoundary query={query} minHeight={96}>
      {({ summary }) => (
        <>
          {run.open && !isAsking ? (
            <OpenNotice open={run.open} />
          ) : (
            <Notice summary={summary} run={run} toParameters={toParameters} />
          )}
          {summary.limits === null ? null : (
            <div className={styles.notice} data-tone="attention">
              <span>{summary.limits}</span>
              <Link to={toParameters}>{t('miniCode.toParameters')}</Link>
            </div>
          )}
          <Facts summary={summary} />
        </>
      )}
    </QueryBoundary>
  );
}

/** Shows a running action that has no open dialog. */
function OpenNotice({ open }: { readonly open: OpenRun }) {
  const t = useT();
  const params = { action: t(CODE_ACTION_TEXT[open.action]), v: open.appVersion ?? '' };
  return (
    <div className={styles.notice} data-tone="working" role="status">
      <span>{t('miniCode.taskRuns', params)}</span>
      <span aria-hidden>
        {t('miniCode.elapsed')} <Elapsed from={open.begun} to={null} />
      </span>
    </div>
  );
}

function Notice({
  summary,
  run,
  toParameters,
}: {
  readonly summary: Summary;
  readonly run: CodeRun;
  readonly toParameters: string;
}) {
  const t = useT();
  const { task, notConfigured } = summary;
  if (notConfigured !== null) {
    return (
      <div className={styles.notice} data-tone="attention">
        <span>{notConfigured}</span>
        <Link to={toParameters}>{t('miniCode.toParameters')}</Link>
      </div>
    );
  }
  if (task === null) return null;
  const params = { action: t(CODE_ACTION_TEXT[task.action]), v: task.appVersion ?? '' };
  const isUnknown = task.state === 'unknown';
  return (
    <div className={styles.notice} data-tone={isUnknown ? 'attention' : 'working'} role="status">
      <span>{t(isUnknown ? 'miniCode.taskUnknown' : 'miniCode.taskRuns', params)}</span>
      <Button onClick={() => run.showTask(task.taskId)}>{t('miniCode.show')}</Button>
    </div>
  );
}

function Facts({ summary }: { readonly summary: Summary }) {
  const t = useT();
  const { online, audit, qr, syncedAt } = summary;
  const none = t('miniCode.none');
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('miniCode.online'), online ?? none],
    [
      t('miniCode.audit'),
      audit ? (
        <>
          {audit.appVersion}{' '}
          <StatusTag tone={MINI_VERSION_STATE[audit.state as MiniVersionState].tone} text={audit.stateText} />
        </>
      ) : (
        none
      ),
    ],
    [t('miniCode.syncedAt'), syncedAt === null ? t('miniCode.neverSynced') : <TimeText key="at" at={syncedAt} />],
    [
      t('miniCode.tester'),
      qr ? <Picture key="qr" image={qr.image} name={t('miniCode.testerOf', { v: qr.appVersion })} /> : none,
    ],
  ];
  return (
    <dl className={styles.overview}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
