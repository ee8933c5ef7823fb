import { CODE_ACTION_TEXT, type CodeAction, type MiniPlatform } from '@contract/miniCode.states';
import { useCallback, useMemo, useRef, useState } from 'react';
import { mutate } from '@/app/calls/mutate';
import { t as tNow } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useRefresh } from '@/app/request/useData';
import { createListeners } from '@/app/store';
import { toast } from '@/app/toast';
import { useLeaveGuard } from '@/ui/EntityForm/useLeaveGuard';
import { codeCalls, type OperateEnd, type OperateInput, taskIdIn } from './calls';

/** An action whose request is still running. */
export interface OpenRun {
  readonly action: CodeAction;
  readonly appVersion: string | null;
  /** Start in milliseconds since 1970. */
  readonly begun: number;
}

export interface CodeRun {
  readonly open: OpenRun | null;
  /** Id of the task that the task dialog shows, or `null` if the task dialog is closed. */
  readonly taskId: number | null;
  showTask(taskId: number | null): void;
  /** Sends an action. @param isWatched returns whether the action's dialog is still open; if it is closed, a message shows the result */
  send(input: OperateInput, key: string, isWatched: () => boolean): Promise<OperateEnd>;
}

/** Creates a source of unsaved changes for the leave guard. The source reports unsaved changes while a request runs. */
function createStake() {
  const { subscribe, tell } = createListeners();
  let isOpen = false;
  return {
    subscribe,
    dirty: () => isOpen,
    set(next: boolean) {
      isOpen = next;
      tell();
    },
  };
}

/** Sends the actions of one platform. A request continues without its dialog. While it runs, the user must confirm leaving the page. */
export function useCodeRun(platform: MiniPlatform): CodeRun {
  const [open, setOpen] = useState<OpenRun | null>(null);
  const [taskId, setTaskId] = useState<number | null>(null);
  const refresh = useRefresh();
  const { now } = usePlatform();
  const stake = useRef<ReturnType<typeof createStake>>(null);
  stake.current ??= createStake();
  const guarded = stake.current;
  useLeaveGuard(guarded, true, undefined, 'miniCode.leaveText');
  const send = useCallback<CodeRun['send']>(
    async (input, key, isWatched) => {
      const appVersion = input.appVersion ?? null;
      setOpen({ action: input.action, appVersion, begun: now() });
      guarded.set(true);
      const end = await mutate(codeCalls(platform).operate, () => input, key).finally(() => {
        guarded.set(false);
        setOpen(null);
      });
      refresh('config.', 'dashboard.');
      const task = taskIdIn(end);
      const action = tNow(CODE_ACTION_TEXT[input.action]);
      if (isWatched() && task !== null) setTaskId(task);
      else if (!isWatched() && end.kind === 'refused') toast.error(end.msg || tNow('common.networkError'));
      else if (!isWatched() && end.kind === 'fields') toast.error(end.errors.map(({ message }) => message).join(' '));
      else if (!isWatched() && end.kind === 'done' && !end.accepted)
        toast.success(tNow('miniCode.done', { action, v: appVersion ?? '' }));
      return end;
    },
    [platform, refresh, now, guarded],
  );
  return useMemo(() => ({ open, taskId, showTask: setTaskId, send }), [open, taskId, send]);
}
