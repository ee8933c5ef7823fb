import { type Command, topLayer } from '@/app/commands/registry';

/**
 * Keys that run commands. A small registry of our own: what a key does is said by the commands that are on the screen, which no
 * declaration inside a component could know (docs/decisions/0014).
 */

/** After the first key of two, milliseconds until it is forgotten. */
const PAIR_MS = 1_500;

/** Where letters are text, or keys have a meaning of their own. */
const TYPING =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]):not([type=submit]),textarea,select,' +
  '[contenteditable]:not([contenteditable=false]),[role=textbox],[role=combobox],[role=listbox],[role=menu]:not(nav *),' +
  '[role=application],[data-floater],[data-palette]';

/** Dialogs and drawers that cover the page. One more than layers are known: something unknown is on top, and has the keyboard. */
const COVERS = '.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open, dialog[open]';

/** Whether a dialog covers everything that commands belong to. */
function isCovered(): boolean {
  return document.querySelectorAll(COVERS).length > topLayer();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

/** The key as hotkeys name it, or null where it means nothing to us. */
function keyOf(event: KeyboardEvent): string | null {
  // A key of an input method is part of a word that is still being written.
  if (event.isComposing || event.keyCode === 229 || event.key === 'Process') return null;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const { key, code } = event;
  if (/^[a-z]$/i.test(key)) return event.shiftKey ? null : key.toLowerCase();
  // Letters of another script: the place of the key counts.
  if (/^\p{L}$/u.test(key)) return !event.shiftKey && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : null;
  return key.length === 1 ? key : null;
}

/** Moving about may be held down; everything else happens once a press. */
const REPEATED = new Set(['j', 'k']);

/**
 * Makes the listener for `keydown`.
 *
 * @param commands what is on the screen now
 * @param now milliseconds
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
