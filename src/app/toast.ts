import { createListeners } from './store';

export type ToastKind = 'success' | 'error' | 'warning';

/** A button ("Undo") or a link in a message. */
export interface ToastAction {
  readonly label: string;
  /** Path inside the console. If it is set, the action is a link. */
  readonly to?: string;
  readonly run: () => void;
}

export interface ToastEntry {
  readonly id: number;
  readonly kind: ToastKind;
  /** Heading in bold above the text. */
  readonly title: string | undefined;
  readonly text: string;
  readonly action: ToastAction | undefined;
}

/** Default display time in milliseconds. Errors stay longer because they take longer to read. */
const STAY_MS: Record<ToastKind, number> = { success: 3_000, warning: 4_000, error: 5_000 };
/** Display time of a message with an action, in milliseconds: the user must read the message and reach the button. */
const ACTION_MS = 10_000;
/** Maximum number of messages on the screen, so that they do not cover the page. A further message removes the oldest. */
const AT_ONCE = 4;

let entries: readonly ToastEntry[] = [];
let lastId = 0;
/** Display timers by message. `timer` is `undefined` while the pointer or the focus holds the message. */
const timers = new Map<number, { timer: ReturnType<typeof setTimeout> | undefined; ms: number }>();
const { subscribe, tell } = createListeners();

function publish(next: readonly ToastEntry[]): void {
  entries = next;
  tell();
}

/** Removes a message and stops its display timer. */
export function dismissToast(id: number): void {
  const running = timers.get(id);
  if (running) clearTimeout(running.timer);
  timers.delete(id);
  publish(entries.filter((entry) => entry.id !== id));
}

function arm(id: number, ms: number): void {
  const running = timers.get(id);
  if (running) clearTimeout(running.timer);
  timers.set(id, { ms, timer: setTimeout(() => dismissToast(id), ms) });
}

/** Stops the display timer of a message while the pointer or the focus is on it (WCAG 2.2.1). */
export function holdToast(id: number): void {
  const running = timers.get(id);
  if (!running) return;
  clearTimeout(running.timer);
  timers.set(id, { ms: running.ms, timer: undefined });
}

/** Starts the display time of an equal message again, but never shortens it. A held message stays until it is released. */
function extend(id: number, ms: number): void {
  const running = timers.get(id);
  if (running?.timer !== undefined) arm(id, Math.max(ms, running.ms));
}

export function releaseToast(id: number): void {
  const running = timers.get(id);
  if (running) arm(id, running.ms);
}

function show(kind: ToastKind, text: string, asked?: number, action?: ToastAction, title?: string): void {
  const ms = asked ?? (action ? ACTION_MS : STAY_MS[kind]);
  // Several calls may fail for the same reason. An equal message is therefore shown once, and its display time starts again.
  const same = entries.find((entry) => entry.kind === kind && entry.text === text);
  if (same && action) {
    dismissToast(same.id);
  } else if (same) {
    extend(same.id, ms);
    return;
  }
  lastId += 1;
  for (const entry of entries.slice(0, Math.max(0, entries.length - AT_ONCE + 1))) dismissToast(entry.id);
  publish([...entries, { id: lastId, kind, title, text, action }]);
  arm(lastId, ms);
}

/** Functions that show short messages about the user's last action. `ms` is the display time, `title` a heading above the text. */
export const toast = {
  success: (text: string, ms?: number, action?: ToastAction) => show('success', text, ms, action),
  error: (text: string, ms?: number, action?: ToastAction) => show('error', text, ms, action),
  warning: (text: string, ms?: number, title?: string) => show('warning', text, ms, undefined, title),
};

export const subscribeToasts = subscribe;

export function shownToasts(): readonly ToastEntry[] {
  return entries;
}
