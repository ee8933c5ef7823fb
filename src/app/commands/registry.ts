import type { SearchKindName } from '@contract/search.kinds';
import type { ReactNode } from 'react';
import { createContext, use, useEffect, useRef } from 'react';
import type { Label } from '../i18n/i18n';
import { queryClient } from '../request/queryClient';

/**
 * Everything that can be done on the screen right now, said by the parts that do it: lists, open records, page buttons, the
 * frame. The command palette, the keys and their sheet all read this one registry (docs/decisions/0014), so that a page which
 * shows a button has its command without a line about it.
 */

/** Groups of commands in the palette and on the sheet, in this order. */
export const COMMAND_GROUPS = ['record', 'selection', 'page', 'views', 'pages', 'elsewhere', 'console'] as const;

export interface Command {
  /** The same key in the same layer is the same command: shown once. */
  readonly key: string;
  readonly label: Label;
  /** What it is about: the row's name. */
  readonly about?: string | undefined;
  /** Id of the row that it acts on. */
  readonly subject?: number;
  readonly group: (typeof COMMAND_GROUPS)[number];
  readonly icon?: ReactNode;
  /** One key, or two one after the other: `e`, `g s`. */
  readonly hotkey?: string | undefined;
  readonly danger?: boolean | undefined;
  /** On the sheet only: navigation keys, which people do not search for. */
  readonly keyOnly?: true;
  /** Further words that find it. */
  readonly words?: string;
  /** The palette asks for a record of this kind first, and passes its id on. */
  readonly asks?: { readonly kind: SearchKindName; readonly perform: (id: number) => void };
  /** null: there is nothing to run it with now (no row has the focus). The sheet shows its key all the same. */
  readonly run: (() => void) | null;
}

interface Source {
  /** 0: the page; each open drawer is one deeper. */
  readonly layer: number;
  readonly read: () => readonly Command[];
}

/** Of the frame: there whatever is open. */
const EVERYWHERE = -1;
const sources = new Set<Source>();
const open = new Set<{ readonly layer: number }>();

/** The layer of a component; drawers give theirs to their content. */
export const LayerContext = createContext(0);

/** The deepest layer that is open. */
export function topLayer(): number {
  return Math.max(0, ...[...open].map(({ layer }) => layer));
}

/** Opens a layer while the caller is mounted. Its number goes into {@link LayerContext}. */
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
 * Offers commands while the caller is mounted. `read` is called when the palette opens, so that it costs nothing before.
 *
 * @param everywhere the frame's own: not covered by what opens over the page
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

/** Milliseconds without a request under way after which an action counts as not offered. */
const QUIET_MS = 6_000;
/** The longest wait: some pages ask again and again. */
const OFFER_MS = 30_000;
const LOOK_EVERY_MS = 60;

/**
 * Runs a command as soon as the page that was just opened offers it. The page before it may still stand: its commands do not count.
 *
 * @param subject id of the row that the command must act on; null: a command of the page itself
 * @param onMissing the page does not offer it: the state of the record or the rights of the user do not allow it
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
