import { history } from '@umijs/max';
import { type ComponentType, type ReactNode, useCallback, useRef, useState } from 'react';
import { type BulkOutcome, bulkOutcome } from '@/app/calls/bulkOutcome';
import { failureText } from '@/app/calls/failureText';
import { newKey } from '@/app/calls/mutate';
import { serverMessage } from '@/app/calls/serverMessage';
import { t as tNow } from '@/app/i18n/i18n';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { useRefresh } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { undoAction } from '@/app/undo';
import { PromptHost } from '../calls/PromptHost';
import type { ActionDialog as LoadedDialog } from './ActionDialog';
import type { Action, ActionRow, AllMatching } from './types';

// Cast, because `lazyWithRetry` loses the type parameter of the component.
const ActionDialog = lazyWithRetry(() =>
  import('./ActionDialog').then((module) => module.ActionDialog as ComponentType<object>),
) as unknown as typeof LoadedDialog;
const BulkResult = lazyWithRetry(() => import('./BulkResult').then((module) => module.BulkResult));

export interface ActionRunner<R extends ActionRow> {
  /** Runs an action with one row: opens its page, form or dialog, or makes the call. A blocked action only shows the reason. */
  readonly start: (action: Action<R>, row: R) => void;
  /** Runs an action with several rows or with all matching records. In the second case `rows` are only the loaded rows. */
  readonly startBulk: (action: Action<R>, rows: readonly R[], all?: AllMatching | null) => void;
  /** The dialogs. The component that calls {@link useActions} must render this element once. */
  readonly element: ReactNode;
}

interface Running<R extends ActionRow> {
  readonly action: Action<R>;
  readonly rows: readonly R[];
  readonly bulk: boolean;
  readonly all: AllMatching | null;
}

/**
 * Runs actions and renders their dialogs. After a successful call, the data of the call's areas and of the dashboard is loaded again.
 *
 * @param rowName returns the name of a row
 * @param onBulkDone called after a successful bulk call, to clear the selection
 */
export function useActions<R extends ActionRow>(rowName: (row: R) => string, onBulkDone?: () => void): ActionRunner<R> {
  const [running, setRunning] = useState<Running<R> | null>(null);
  const [result, setResult] = useState<{ outcome: BulkOutcome; action: Action<R> } | null>(null);
  const refresh = useRefresh();
  const bulkDone = useRef(onBulkDone);
  bulkDone.current = onBulkDone;
  const runNow = useCallback(
    async (action: Action<R>, rows: readonly R[], bulk: boolean) => {
      const [row] = rows;
      const end = await (bulk ? action.bulk?.send(rows, {}, newKey()) : row && action.call?.send(row, {}, newKey()));
      const areas = (bulk ? action.bulk : action.call)?.areas ?? ['common.'];
      const failure = end ? failureText(end) : null;
      if (failure !== null) toast.error(failure);
      // Another user has changed the row. Without a reload, each further press would fail too.
      if (end?.kind === 'conflict') refresh(...areas);
      if (end?.kind !== 'done') return;
      if (end.undoId !== null) toast.success(serverMessage(end.data) ?? end.msg, undefined, undoAction(end.undoId));
      refresh(...areas, 'dashboard.');
      const outcome = bulk ? bulkOutcome(end.data) : null;
      if (outcome && outcome.failed.length > 0) setResult({ outcome, action });
      if (bulk) {
        bulkDone.current?.();
        action.afterBulk?.(end.data, rows);
      } else if (row) action.after?.(end.data, row);
    },
    [refresh],
  );
  // The functions keep their identity, so rows do not render again when a dialog opens.
  const start = useCallback(
    (action: Action<R>, row: R) => {
      const why = action.blocked?.(row, tNow);
      if (why !== undefined) toast.error(why);
      else if (action.to) history.push(action.to(row));
      else if (action.run) action.run(row);
      else if (action.instant) void runNow(action, [row], false);
      else setRunning({ action, rows: [row], bulk: false, all: null });
    },
    [runNow],
  );
  const startBulk = useCallback(
    (action: Action<R>, rows: readonly R[], all: AllMatching | null = null) => {
      if (action.bulkTo) history.push(action.bulkTo(rows));
      else if (action.instant && all === null) void runNow(action, rows, true);
      else setRunning({ action, rows, bulk: true, all });
    },
    [runNow],
  );
  const element = (
    <>
      {running ? (
        <ActionDialog
          key={running.action.key}
          action={running.action}
          rows={running.rows}
          bulk={running.bulk}
          all={running.all}
          onStale={(areas) => refresh(...areas)}
          rowName={rowName}
          onClose={() => setRunning(null)}
          onReload={(areas) => {
            refresh(...areas);
            setRunning(null);
          }}
          onDone={(data, areas) => {
            const [row] = running.rows;
            setRunning(null);
            refresh(...areas, 'dashboard.');
            if (row) running.action.after?.(data, row);
          }}
          onBulk={(outcome, areas, data) => {
            setRunning(null);
            if (outcome.failed.length > 0) setResult({ outcome, action: running.action });
            refresh(...areas, 'dashboard.');
            onBulkDone?.();
            running.action.afterBulk?.(data, running.rows);
          }}
        />
      ) : null}
      {result && <BulkResult outcome={result.outcome} label={result.action.label} onClose={() => setResult(null)} />}
      <PromptHost />
    </>
  );
  return { start, startBulk, element };
}
