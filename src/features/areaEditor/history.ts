/** Undo history of an editor. It is immutable: functions return a new history, or the same one if there is nothing to undo or redo. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
}

/** Maximum number of undo steps (DOMAIN §3.3). */
export const UNDO_STEPS = 50;

export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [] };
}

/** Adds a step and clears the redo steps. The oldest step is dropped when there are more than {@link UNDO_STEPS}. */
export function step<T>(history: History<T>, next: T): History<T> {
  return {
    past: [...history.past, history.present].slice(-UNDO_STEPS),
    present: next,
    future: [],
  };
}

export function undo<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
  };
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future };
}
