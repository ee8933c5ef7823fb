import type { RefObject } from 'react';
import { type Command, useCommands } from '@/app/commands/registry';
import { rowCommands } from '../actions/RowCommands';
import { type Action, type ActionRow, type AllMatching, bulkActionsOf } from '../actions/types';
import type { ActionRunner } from '../actions/useActions';

/** Returns the row that contains the focus, or `null`. */
const rowAt = (list: HTMLElement | null): HTMLTableRowElement | null => {
  const row = document.activeElement?.closest<HTMLTableRowElement>('tr[data-row]') ?? null;
  return row && list?.contains(row) ? row : null;
};

/** Moves the focus to the next or previous row: to its link, or else to its first control. Enter on the link opens the row. */
function move(list: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(list?.querySelectorAll<HTMLTableRowElement>('tr[data-row]') ?? [])];
  const now = rowAt(list);
  const at = now ? rows.indexOf(now) + by : by === 1 ? 0 : rows.length - 1;
  const row = rows[Math.max(0, Math.min(at, rows.length - 1))];
  const target = row?.querySelector<HTMLElement>('a[href]') ?? row?.querySelector<HTMLElement>('button, input');
  target?.focus();
  target?.scrollIntoView?.({ block: 'nearest' });
}

/** Registers a list's commands and hotkeys from its declaration. */
export function useListCommands<R extends ActionRow>(of: {
  readonly list: RefObject<HTMLElement | null>;
  readonly rows: readonly R[] | undefined;
  readonly chosen: readonly R[];
  readonly all: AllMatching | null;
  readonly actions: readonly Action<R>[];
  readonly rowName: (row: R) => string;
  readonly runner: Pick<ActionRunner<R>, 'start' | 'startBulk'>;
  readonly hasFilters: boolean;
  readonly opens: boolean;
  readonly reload: () => void;
}): void {
  useCommands(() => {
    const { list, rows = [], chosen, all, actions, rowName, runner } = of;
    const focused = rowAt(list.current);
    const row = focused ? rows.find(({ id }) => String(id) === focused.dataset.row) : undefined;
    const commands: Command[] = [
      { key: 'list.reload', label: 'list.refresh', group: 'page', hotkey: 'r', run: of.reload },
      {
        key: 'list.down',
        label: 'keys.down',
        group: 'page',
        hotkey: 'j',
        keyOnly: true,
        run: () => move(list.current, 1),
      },
      {
        key: 'list.up',
        label: 'keys.up',
        group: 'page',
        hotkey: 'k',
        keyOnly: true,
        run: () => move(list.current, -1),
      },
    ];
    if (of.opens) {
      // The focused link handles Enter itself. This entry only adds the key to the list of shortcuts.
      commands.push({ key: 'list.open', label: 'keys.open', group: 'page', hotkey: 'Enter', keyOnly: true, run: null });
    }
    if (of.hasFilters) {
      commands.push({
        key: 'list.search',
        label: 'keys.search',
        group: 'page',
        hotkey: '/',
        run: () => list.current?.querySelector<HTMLElement>('search input, search button')?.focus(),
      });
    }
    for (const { action, able } of chosen.length > 0 ? bulkActionsOf(actions, chosen) : []) {
      if (all ? !action.bulk?.byFilter : able.length === 0) continue;
      commands.push({
        key: `bulk.${action.key}`,
        label: action.label,
        about: String(all?.count ?? able.length),
        group: 'selection',
        icon: action.icon,
        danger: action.danger,
        run: () => runner.startBulk(action, all ? chosen : able, all),
      });
    }
    if (row) commands.push(...rowCommands(actions, row, rowName(row), runner.start));
    for (const action of actions) {
      if (action.hotkey === undefined) continue;
      // Without a focused row the key does nothing, but the list of shortcuts still contains it.
      commands.push({
        key: `row.${action.key}`,
        label: action.label,
        group: 'record',
        hotkey: action.hotkey,
        run: null,
      });
    }
    return commands;
  });
}
