import type { SearchKindName } from '@contract/search.kinds';
import type { ReactNode } from 'react';
import { createContext, use, useEffect, useRef } from 'react';
import type { Label } from '../i18n/i18n';
import { queryClient } from '../request/queryClient';

/**
 * This module is the registry of the commands that are available on the current screen. Lists, open records, page buttons and the
 * frame register them. The command palette, the hotkeys and the list of shortcut keys read it (docs/decisions/0014). Each page button is
 * therefore also a command without further code.
 */

/** Groups of commands. The palette and the list of shortcut keys show them in this order. */
export const COMMAND_GROUPS = ['record', 'selection', 'page', 'views', 'pages', 'elsewhere', 'console'] as const;

export interface Command {
  /** Identifier of the command, not a shortcut key. If several commands have the same identifier, only one of them is listed. */
  readonly key: string;
  readonly label: Label;
  /** Name of the row that the command acts on. */
  readonly about?: string | undefined;
  /** Id of the row that the command acts on. */
  readonly subject?: number;
  readonly group: (typeof COMMAND_GROUPS)[number];
  readonly icon?: ReactNode;
  /** One key, or two keys in sequence: `e`, `g s`. */
  readonly hotkey?: string | undefined;
  readonly danger?: boolean | undefined;
  /** `true` shows the command only in the list of shortcut keys and not in the palette: users do not search for navigation keys. */
  readonly keyOnly?: true;
  /** Additional search words. */
  readonly words?: string;
  /** The palette first asks for a record of this kind, then calls `perform` with the record's id. */
  readonly asks?: { readonly kind: SearchKindName; readonly perform: (id: number) => void };
  /**
   * `null` means that the command cannot run now, for example because no row has the focus. The list of shortcut keys still shows the
   * command's `hotkey`.
   */
  readonly run: (() => void) | null;
}

interface Source {
  /** 0 is the page, and each open drawer adds 1. Commands of the frame have the layer `EVERYWHERE`. */
  readonly layer: number;
  readonly read: () => readonly Command[];
}

/** Layer of the frame's commands, which are always available. */
const EVERYWHERE = -1;
const sources = new Set<Source>();
const open = new Set<{ readonly layer: number }>();

/** Layer of a component. A drawer provides its layer to its content. */
export const LayerContext = createContext(0);

/** Returns the number of the topmost open layer: 0 if only the page is open. */
export function topLayer(): number {
  return Math.max(0, ...[...open].map(({ layer }) => layer));
}

/** Opens a layer while the caller is mounted. @returns the layer's number, for {@link LayerContext} */
export function useLayer(): number {
  const layer = use(LayerContext) + 1;
  useEffect(() => {
    const entry = { layer };
    open.add(entry);
    return () => {
      open.delete(entry);
    };
  }, [layer]);
  return layer;
}

/**
 * Registers commands while the caller is mounted. `read` is called only when the commands are listed, so that registering is cheap.
 *
 * @param everywhere `true` for commands of the frame, which are available also while other layers are open
 */
export function useCommands(read: () => readonly Command[], everywhere = false): void {
  const layer = use(LayerContext);
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    const source = { layer: everywhere ? EVERYWHERE : layer, read: () => latest.current() };
    sources.add(source);
    return () => {
      sources.delete(source);
    };
  }, [layer, everywhere]);
}

/** Lists the commands of the topmost layer and of the frame, in the order of their groups. */
export function currentCommands(): readonly Command[] {
  const top = topLayer();
  const found = new Map<string, Command>();
  for (const { layer, read } of sources) {
    if (layer !== top && layer !== EVERYWHERE) continue;
    for (const command of read()) {
      const known = found.get(command.key);
      // If two commands have the same identifier (`key`), prefer the command that can run.
      if (!known || (known.run === null && command.run !== null)) found.set(command.key, command);
    }
  }
  return [...found.values()].sort((a, b) => COMMAND_GROUPS.indexOf(a.group) - COMMAND_GROUPS.indexOf(b.group));
}

/** Milliseconds without a running query after which the wait ends, because the page evidently does not offer the command. */
const QUIET_MS = 6_000;
/** Maximum wait for a command in milliseconds. Without this limit, the wait would not end on a page that polls. */
const OFFER_MS = 30_000;
const LOOK_EVERY_MS = 60;

/**
 * Runs a command as soon as the newly opened page offers it. The former page may still be mounted. If `subject` is `null`, the commands
 * of the former page are therefore ignored.
 *
 * @param subject id of the row that the command must act on; `null` for a command of the page itself
 * @param onMissing called when the page does not offer the command, for example because the user lacks a permission
 */
export function runWhenOffered(key: string, subject: number | null, onMissing: () => void): void {
  const before = new Set(sources);
  const latest = performance.now() + OFFER_MS;
  let until = performance.now() + QUIET_MS;
  const look = () => {
    if (queryClient.isFetching() > 0) until = Math.min(latest, performance.now() + QUIET_MS);
    const known = subject === null ? [...sources].filter((source) => !before.has(source)) : [...sources];
    const offered = known.flatMap(({ read }) => read());
    const run = offered.find((command) => command.key === key && (command.subject ?? null) === subject)?.run;
    if (run) run();
    else if (performance.now() > until) onMissing();
    else setTimeout(look, LOOK_EVERY_MS);
  };
  look();
}
