import { type Command, topLayer } from '@/app/commands/registry';

/**
 * This module handles shortcuts that run commands. We use our own small registry because the visible commands define the shortcuts. A
 * shortcut library with declarations inside components cannot do this (docs/decisions/0014).
 */

/** Milliseconds until the first key of a pair is forgotten. */
const PAIR_MS = 1_500;

/** Elements that accept text, or that use keys for their own purposes. */
const TYPING =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]):not([type=submit]),textarea,select,' +
  '[contenteditable]:not([contenteditable=false]),[role=textbox],[role=combobox],[role=listbox],[role=menu]:not(nav *),' +
  '[role=application],[data-floater],[data-palette]';

/** Open dialogs and drawers. If they are more than the registered layers, an unregistered dialog is on top and gets the key presses. */
const COVERS = '.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open, dialog[open]';

/** Returns whether a dialog or drawer covers the page and all registered layers. */
function isCovered(): boolean {
  return document.querySelectorAll(COVERS).length > topLayer();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

/** Returns the name of a key as shortcuts use it, or `null` if shortcuts ignore the key. */
function keyOf(event: KeyboardEvent): string | null {
  // Ignore keys of an input method, because the user is composing a word.
  if (event.isComposing || event.keyCode === 229 || event.key === 'Process') return null;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const { key, code } = event;
  if (/^[a-z]$/i.test(key)) return event.shiftKey ? null : key.toLowerCase();
  // For letters of other scripts, use the position of the key on the keyboard.
  if (/^\p{L}$/u.test(key)) return !event.shiftKey && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : null;
  return key.length === 1 ? key : null;
}

/** Keys that repeat while they are pressed. All other keys run their command once for each press. */
const REPEATED = new Set(['j', 'k']);

/**
 * Creates the listener for `keydown`. The listener runs the command of a shortcut: one key, or two keys within `PAIR_MS`.
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
