import { type Command, useCommands } from '@/app/commands/registry';
import { type Action, type ActionRow, actionsOf } from './types';
import type { ActionRunner } from './useActions';

/** Converts a row's actions to commands. */
export function rowCommands<R extends ActionRow>(
  actions: readonly Action<R>[],
  row: R,
  name: string,
  start: ActionRunner<R>['start'],
): readonly Command[] {
  return actionsOf(actions, row).map((action) => ({
    key: `row.${action.key}`,
    label: action.label,
    about: name,
    subject: row.id,
    group: 'record',
    icon: action.icon,
    hotkey: action.hotkey,
    danger: action.danger,
    run: () => start(action, row),
  }));
}

/** Registers the actions of an open record in the palette and as hotkeys. */
export function RowCommands<R extends ActionRow>({
  actions,
  row,
  name,
  start,
}: {
  readonly actions: readonly Action<R>[];
  readonly row: R;
  readonly name: string;
  readonly start: ActionRunner<R>['start'];
}) {
  useCommands(() => rowCommands(actions, row, name, start));
  return null;
}
