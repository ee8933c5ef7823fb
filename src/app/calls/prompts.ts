import { useSyncExternalStore } from 'react';
import type { Label } from '../i18n/i18n';
import { createListeners } from '../store';
import type { BulkOutcome } from './bulkOutcome';

/**
 * Prompts that wait for the user: a second verification, a warning to confirm, leaving a form, and the result of an undo. They are shown
 * one after the other by the `PromptHost` that was mounted first.
 */
export type Prompt =
  | { readonly kind: 'second'; readonly done: (ticket: string | null) => void }
  | { readonly kind: 'notice'; readonly text: string; readonly done: (goOn: boolean) => void }
  | { readonly kind: 'leave'; readonly text: Label; readonly done: (goOn: boolean) => void }
  | { readonly kind: 'undone'; readonly outcome: BulkOutcome; readonly done: (goOn: boolean) => void };

let waiting: readonly Prompt[] = [];
let loadDialog: () => Promise<unknown> = () => Promise.reject(new Error('No part that draws prompts is loaded'));

/** Sets the loader of the component that renders prompts. */
export function setDialogLoader(load: () => Promise<unknown>): void {
  loadDialog = load;
}

/** Loads the dialog. Resolves when a prompt can be rendered. @throws the load error when the dialog's code cannot be loaded */
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

/** Requests a second verification from the user. @returns the ticket, or `null` if the user cancelled */
export const askSecond = (): Promise<string | null> => ask((done) => ({ kind: 'second', done }));
/** Shows a warning of the server. @returns whether the user confirms the action */
export const askNotice = (text: string): Promise<boolean> => ask((done) => ({ kind: 'notice', text, done }));
/** Asks the user before something is lost, usually the changes of a form. @returns whether the user leaves */
export const askLeave = (text: Label = 'form.leaveText'): Promise<boolean> =>
  ask((done) => ({ kind: 'leave', text, done }));

/** Shows which records of a bulk call were undone. Resolves when the user closes the result. */
export const showUndoResult = (outcome: BulkOutcome): Promise<boolean> =>
  ask((done) => ({ kind: 'undone', outcome, done }));

/** Cancels all prompts. Call it when no component is left that can render them. */
export function cancelPrompts(): void {
  for (const prompt of waiting) {
    if (prompt.kind === 'second') prompt.done(null);
    else prompt.done(false);
  }
}

/** Returns the prompt to show now, or `null`. */
export function usePrompt(): Prompt | null {
  return useSyncExternalStore(subscribe, () => waiting[0] ?? null);
}
