import { useSyncExternalStore } from 'react';
import type { Label } from '../i18n/i18n';
import { createListeners } from '../store';
import type { BulkOutcome } from './bulkOutcome';

/**
 * Questions that a call asks while it runs: a second verification, a warning to confirm, leaving a form; and what came of one that
 * belongs to no dialog. They are asked one after the other and drawn by whichever `PromptHost` was mounted first.
 */
export type Prompt =
  | { readonly kind: 'second'; readonly done: (ticket: string | null) => void }
  | { readonly kind: 'notice'; readonly text: string; readonly done: (goOn: boolean) => void }
  | { readonly kind: 'leave'; readonly text: Label; readonly done: (goOn: boolean) => void }
  | { readonly kind: 'undone'; readonly outcome: BulkOutcome; readonly done: (goOn: boolean) => void };

let waiting: readonly Prompt[] = [];
let loadDialog: () => Promise<unknown> = () => Promise.reject(new Error('No part that draws prompts is loaded'));

/** Set by the part that draws prompts. */
export function setDialogLoader(load: () => Promise<unknown>): void {
  loadDialog = load;
}

/** Resolves when a prompt can be drawn. @throws the load error when the code of the dialog is missing */
export const dialogReady = (): Promise<unknown> => loadDialog();

const { subscribe, tell } = createListeners();

function put(next: readonly Prompt[]): void {
  waiting = next;
  tell();
}

function ask<T>(make: (done: (answer: T) => void) => Prompt): Promise<T> {
  return new Promise((resolve) => {
    const prompt = make((answer) => {
      put(waiting.filter((item) => item !== prompt));
      resolve(answer);
    });
    put([...waiting, prompt]);
  });
}

/** Asks for a code; answers the ticket, or null when the person gave up. */
export const askSecond = (): Promise<string | null> => ask((done) => ({ kind: 'second', done }));
/** Shows a warning of the server; true = do it all the same. */
export const askNotice = (text: string): Promise<boolean> => ask((done) => ({ kind: 'notice', text, done }));
/** Something would be lost, usually the changes of a form; true = leave all the same. */
export const askLeave = (text: Label = 'form.leaveText'): Promise<boolean> =>
  ask((done) => ({ kind: 'leave', text, done }));

/** Tells record by record what was taken back, and what was not. */
export const showUndoResult = (outcome: BulkOutcome): Promise<boolean> =>
  ask((done) => ({ kind: 'undone', outcome, done }));

/** No component can draw the question: it counts as cancelled. */
export function cancelPrompts(): void {
  for (const prompt of waiting) {
    if (prompt.kind === 'second') prompt.done(null);
    else prompt.done(false);
  }
}

/** The question to draw now. */
export function usePrompt(): Prompt | null {
  return useSyncExternalStore(subscribe, () => waiting[0] ?? null);
}
