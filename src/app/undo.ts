import { useEffect, useRef } from 'react';
import { queryClient } from '@/app/request/queryClient';
import { mutate, newKey } from './calls/mutate';
import { showUndoResult } from './calls/prompts';
import { t } from './i18n/i18n';
import { createListeners } from './store';
import { type ToastAction, toast } from './toast';

const undone = createListeners();

/**
 * Takes back what was done under this number, and says what came of it. Everything on the page is read again.
 *
 * @returns whether it was taken back, or what was left of it
 */
export async function takeBack(undoId: number): Promise<boolean> {
  const end = await mutate('common.Undo/undo', () => ({ id: undoId }), newKey());
  if (end.kind === 'cancelled' || end.kind === 'expired') return false;
  // Also after a refusal, because another user may have changed the data. The message comes last, so that it matches the rows.
  await queryClient.invalidateQueries();
  if (end.kind === 'done') {
    // Of several records, some may have been changed since: those stay as they are.
    if (end.data.failed.length > 0) void showUndoResult(end.data);
    else toast.success(end.data.message ?? end.msg);
    undone.tell();
    return true;
  }
  toast.error(end.msg || t('common.networkError'));
  return false;
}

/** "Undo" beside the message that says what was done; nothing where it cannot be taken back. */
export function undoAction(undoId: number | null): ToastAction | undefined {
  return undoId === null ? undefined : { label: t('undo.undo'), run: () => void takeBack(undoId) };
}

/** Told after something was taken back: for forms that show what was just saved. */
export function useUndone(listener: () => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => undone.subscribe(() => latest.current()), []);
}
