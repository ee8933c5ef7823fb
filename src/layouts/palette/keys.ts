import { type Command, topLayer } from '@/app/commands/registry';

/**
 * Hotkeys that run commands. We have a small registry of our own: the commands on the screen define the keys, which a declaration
 * inside a component could not do (docs/decisions/0014).
 */

/** After so many milliseconds the first key of a pair is dropped. */
const PAIR_MS = 1_500;

/** Elements that take text, or give keys a meaning of their own. */
const TYPING =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]):not([type=submit]),textarea,select,' +
  '[contenteditable]:not([contenteditable=false]),[role=textbox],[role=combobox],[role=listbox],[role=menu]:not(nav *),' +
  '[role=application],[data-floater],[data-palette]';

/** Dialogs and drawers over the page. If there are more than known layers, an unknown one is on top and has the keyboard. */
const COVERS = '.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open, dialog[open]';

/** Whether a dialog covers the page and all known layers. */
function isCovered(): boolean {
  return document.querySelectorAll(COVERS).length > topLayer();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

/** The name of a key in hotkeys, or null for a key without meaning here. */
function keyOf(event: KeyboardEvent): string | null {
  // A key of an input method belongs to a word that is still being composed.
  if (event.isComposing || event.keyCode === 229 || event.key === 'Process') return null;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const { key, code } = event;
  if (/^[a-z]$/i.test(key)) return event.shiftKey ? null : key.toLowerCase();
  // For letters of another script the position of the key counts.
  if (/^\p{L}$/u.test(key)) return !event.shiftKey && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : null;
  return key.length === 1 ? key : null;
}

/** Keys that repeat while they are held down; other keys run once per press. */
const REPEATED = new Set(['j', 'k']);

/**
 * Makes the listener for `keydown`.
 *
 * @param commands returns the commands on the screen
 * @param now returns the time in milliseconds
 */
export function keyListener(commands: () => readonly Command[], now: () => number): (event: KeyboardEvent) => void {
  let first: { readonly key: string; readonly at: number } | null = null;
  return (event) => {
    if (event.defaultPrevented || isTyping(event.target) || isCovered()) return;
    const key = keyOf(event);
    if (key === null || (event.repeat && !REPEATED.has(key))) return;
    const known = commands();
    const begun = first && now() - first.at < PAIR_MS ? first.key : null;
    first = null;
    const wanted = begun === null ? key : `${begun} ${key}`;
    const hit = known.find((command) => command.hotkey === wanted && command.run !== null);
    if (hit?.run) {
      event.preventDefault();
      hit.run();
    } else if (begun === null && known.some((command) => command.hotkey?.startsWith(`${key} `))) {
      first = { key, at: now() };
    }
  };
}
