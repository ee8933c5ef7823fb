import { useEffect, useRef } from 'react';
import { queryClient } from '@/app/request/queryClient';
import { mutate, newKey } from './calls/mutate';
import { showUndoResult } from './calls/prompts';
import { t } from './i18n/i18n';
import { createListeners } from './store';
import { type ToastAction, toast } from './toast';

const undone = createListeners();

/**
 * Undoes a call, loads all data of the page again and shows the result.
 *
 * @param undoId id of the operation record with which the call can be undone
 * @returns whether the server accepted the undo; single records of a bulk call may still have failed
 */
export async function takeBack(undoId: number): Promise<boolean> {
  const end = await mutate('common.Undo/undo', () => ({ id: undoId }), newKey());
  if (end.kind === 'cancelled' || end.kind === 'expired') return false;
  // Reload after a refusal too, because another user may have changed the data. Show the message after the rows are up to date.
  await queryClient.invalidateQueries();
  if (end.kind === 'done') {
    // Records that changed after the call cannot be undone; they are in `failed`.
    if (end.data.failed.length > 0) void showUndoResult(end.data);
    else toast.success(end.data.message ?? end.msg);
    undone.tell();
    return true;
  }
  toast.error(end.msg || t('common.networkError'));
  return false;
}

/** Builds the "Undo" action for the message after a call. @returns `undefined` if the call cannot be undone */
export function undoAction(undoId: number | null): ToastAction | undefined {
  return undoId === null ? undefined : { label: t('undo.undo'), run: () => void takeBack(undoId) };
}

/** Calls `listener` after an undo, so that a form can load the saved values again. */
export function useUndone(listener: () => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => undone.subscribe(() => latest.current()), []);
}
