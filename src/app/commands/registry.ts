import type { SearchKindName } from '@contract/search.kinds';
import type { ReactNode } from 'react';
import { createContext, use, useEffect, useRef } from 'react';
import type { Label } from '../i18n/i18n';
import { queryClient } from '../request/queryClient';

/**
 * Registry of the commands available on the screen now. Lists, open records, page buttons and the frame register them. The command
 * palette, the hotkeys and the sheet of keys all read this registry (docs/decisions/0014). A page that shows a button therefore has
 * its command without further code.
 */

/** Groups of commands in the palette and on the sheet, in this order. */
export const COMMAND_GROUPS = ['record', 'selection', 'page', 'views', 'pages', 'elsewhere', 'console'] as const;

export interface Command {
  /** Commands with the same key in the same layer are one command, shown once. */
  readonly key: string;
  readonly label: Label;
  /** Name of the row that the command acts on. */
  readonly about?: string | undefined;
  /** Id of the row that the command acts on. */
  readonly subject?: number;
  readonly group: (typeof COMMAND_GROUPS)[number];
  readonly icon?: ReactNode;
  /** One key, or two one after the other: `e`, `g s`. */
  readonly hotkey?: string | undefined;
  readonly danger?: boolean | undefined;
  /** Shown on the sheet only: navigation keys, which users do not search for. */
  readonly keyOnly?: true;
  /** Further search words. */
  readonly words?: string;
  /** The palette asks for a record of this kind first, and passes its id on. */
  readonly asks?: { readonly kind: SearchKindName; readonly perform: (id: number) => void };
  /** null: the command cannot run now (no row has the focus). The sheet still shows its key. */
  readonly run: (() => void) | null;
}

interface Source {
  /** 0: the page; each open drawer adds one. */
  readonly layer: number;
  readonly read: () => readonly Command[];
}

/** Layer of the frame's commands: available whatever is open. */
const EVERYWHERE = -1;
const sources = new Set<Source>();
const open = new Set<{ readonly layer: number }>();

/** Layer of a component; drawers provide their own layer to their content. */
export const LayerContext = createContext(0);

/** The deepest layer that is open. */
export function topLayer(): number {
  return Math.max(0, ...[...open].map(({ layer }) => layer));
}

/** Opens a layer while the caller is mounted. @returns its number, for {@link LayerContext} */
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
 * Registers commands while the caller is mounted. `read` is called only when the palette opens, so registering costs nothing.
 *
 * @param everywhere for commands of the frame: available also under open layers
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

/** The commands of the topmost layer and of the frame, in the order of their groups. */
export function currentCommands(): readonly Command[] {
  const top = topLayer();
  const found = new Map<string, Command>();
  for (const { layer, read } of sources) {
    if (layer !== top && layer !== EVERYWHERE) continue;
    for (const command of read()) {
      const known = found.get(command.key);
      // Commands that can run come before those that cannot.
      if (!known || (known.run === null && command.run !== null)) found.set(command.key, command);
    }
  }
  return [...found.values()].sort((a, b) => COMMAND_GROUPS.indexOf(a.group) - COMMAND_GROUPS.indexOf(b.group));
}

/** An action counts as not offered after so many milliseconds without a running request. */
const QUIET_MS = 6_000;
/** The longest wait in milliseconds, because some pages poll and are never without a request. */
const OFFER_MS = 30_000;
const LOOK_EVERY_MS = 60;

/**
 * Runs a command as soon as the newly opened page offers it. The former page may still be mounted: its commands do not count.
 *
 * @param subject id of the row that the command must act on; null: a command of the page itself
 * @param onMissing called when the page does not offer the command: the record's state or the user's rights do not allow it
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
