import type { Input } from '@contract/index';
import { history } from '@umijs/max';
import { useRef, useState } from 'react';
import { keepsKey, mutate, newKey } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { missingPermissions, useRefresh } from '@/app/request/useData';
import { toast } from '@/app/toast';

const SAME_TASK = 42374;

interface ExportProblem {
  readonly text: string;
  readonly requestId: string;
  readonly missing?: number | undefined;
}

/** Creates the export task and shows a message with a link to the task. If an equal task exists already, the link opens that task. */
export function useExportTask(onClose: () => void) {
  const t = useT();
  const refresh = useRefresh();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ExportProblem | null>(null);
  const key = useRef(newKey());
  const toList = (text: string, taskId: number) => {
    const to = `/exportTask/exportList?open=${taskId}`;
    toast.success(text, undefined, { label: t('exportTask.seeList'), to, run: () => history.push(to) });
    refresh('export.');
    onClose();
  };
  const create = async (input: Input<'export.Task/create'>, onCreated: () => void) => {
    setPending(true);
    setProblem(null);
    const end = await mutate('export.Task/create', () => input, key.current).finally(() => setPending(false));
    if (!keepsKey(end)) key.current = newKey();
    if (end.kind === 'done') {
      onCreated();
      toList(t('exportTask.created', { no: end.data.no }), end.data.taskId);
    } else if (end.kind === 'refused' && end.code === SAME_TASK) {
      const { taskId } = (end.data ?? {}) as { taskId?: number };
      toList(end.msg, taskId ?? 0);
    } else if (end.kind === 'refused') {
      setProblem({
        text: end.msg || t('common.networkError'),
        requestId: end.requestId,
        missing: missingPermissions(end.data)[0],
      });
    } else if (end.kind === 'fields') {
      setProblem({ text: end.errors.map((error) => error.message).join(' '), requestId: '' });
    } else if (end.kind === 'expired') onClose();
  };
  return { pending, problem, create };
}
