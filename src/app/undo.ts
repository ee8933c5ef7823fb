import { useEffect, useRef } from 'react';
import { queryClient } from '@/app/request/queryClient';
import { mutate, newKey } from './calls/mutate';
import { showUndoResult } from './calls/prompts';
import { t } from './i18n/i18n';
import { createListeners } from './store';
import { type ToastAction, toast } from './toast';

const undone = createListeners();

/**
 * Undoes a call and shows the result. All data on the page is read again.
 *
 * @param undoId number under which the call can be undone
 * @returns whether the call was undone, at least in part
 */
export async function takeBack(undoId: number): Promise<boolean> {
  const end = await mutate('common.Undo/undo', () => ({ id: undoId }), newKey());
  if (end.kind === 'cancelled' || end.kind === 'expired') return false;
  // Also after a refusal, because another user may have changed the data. The message comes last, so that it matches the rows.
  await queryClient.invalidateQueries();
  if (end.kind === 'done') {
    // Records that were changed since the call are not undone.
    if (end.data.failed.length > 0) void showUndoResult(end.data);
    else toast.success(end.data.message ?? end.msg);
    undone.tell();
    return true;
  }
  toast.error(end.msg || t('common.networkError'));
  return false;
}

/** The "Undo" action for the message after a call; undefined when the call cannot be undone. */
export function undoAction(undoId: number | null): ToastAction | undefined {
  return undoId === null ? undefined : { label: t('undo.undo'), run: () => void takeBack(undoId) };
}

/** Calls `listener` after an undo: for forms that show the saved values. */
export function useUndone(listener: () => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => undone.subscribe(() => latest.current()), []);
}
