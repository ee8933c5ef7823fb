import { type ReactNode, useCallback, useEffect } from 'react';
import { RowActions } from '../actions/RowActions';
import { type ActionRow, actionsOf } from '../actions/types';
import type { ListAddress } from './types';
import type { Listing } from './useListing';

/** Lists whose rows had no action when they were last shown. We reserve no action column for these lists. */
const actionless = new Set<string>();

/** Returns a function that renders a row's actions, or `null` when no row has an action. */
export function useRowActions<A extends ListAddress, R extends ActionRow>(
  listing: Listing<A, R>,
): ((row: R) => ReactNode) | null {
  const { actions, rowName, data } = listing;
  const { name } = listing.props;
  const { start } = listing.runner;
  const rows = data?.list;
  const rowActions = useCallback(
    (row: R) => <RowActions row={row} name={rowName(row)} actions={actions} start={start} />,
    [actions, rowName, start],
  );
  const declaresRowActions = actions.some((action) => action.to ?? action.run ?? action.call);
  const hasRowActions = rows
    ? rows.some((row) => actionsOf(actions, row).length > 0)
    : declaresRowActions && !actionless.has(name);
  useEffect(() => {
    if (!rows || rows.length === 0) return;
    if (hasRowActions) actionless.delete(name);
    else actionless.add(name);
  }, [rows, hasRowActions, name]);
  return hasRowActions ? rowActions : null;
}
