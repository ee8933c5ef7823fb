import type { Column } from './types';

/** How a person wants the columns of one list: order, which ones, how dense (DOMAIN §0.2). Pure. */
export interface ColumnChoice {
  /** Keys in order; columns that are not named follow in declared order. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly dense: boolean;
}

/** Reads a stored preference; what does not fit counts as never chosen. */
export function readChoice(columns: readonly Column<never>[], stored: unknown): ColumnChoice {
  const hiddenAtFirst = columns.filter((column) => column.hidden).map((column) => column.key);
  if (typeof stored !== 'object' || stored === null) return { order: [], hidden: hiddenAtFirst, dense: false };
  const { order, hidden, dense } = stored as Partial<Record<keyof ColumnChoice, unknown>>;
  const keys = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((key): key is string => columns.some((column) => column.key === key)) : [];
  return { order: keys(order), hidden: Array.isArray(hidden) ? keys(hidden) : hiddenAtFirst, dense: dense === true };
}

/** All columns in the person's order; the one that opens the row stays first. */
export function orderedColumns<C extends Column<never>>(columns: readonly C[], choice: ColumnChoice): readonly C[] {
  const rank = (column: C) => {
    if (column.opens) return -1;
    const at = choice.order.indexOf(column.key);
    return at >= 0 ? at : choice.order.length + columns.indexOf(column);
  };
  return [...columns].sort((a, b) => rank(a) - rank(b));
}

/** A choice that shows these columns in this order, and no other; how dense the rows are stays the person's. */
export function choiceOf(columns: readonly Column<never>[], shown: readonly string[], dense: boolean): ColumnChoice {
  const hidden = columns.map((column) => column.key).filter((key) => !shown.includes(key));
  return { order: shown, hidden, dense };
}

/** The columns that are shown. */
export function shownColumns<C extends Column<never>>(columns: readonly C[], choice: ColumnChoice): readonly C[] {
  return orderedColumns(columns, choice).filter((column) => column.opens || !choice.hidden.includes(column.key));
}

/** The order after a column moved one place up or down; the first stays first. */
export function moved(
  columns: readonly Column<never>[],
  choice: ColumnChoice,
  key: string,
  by: -1 | 1,
): readonly string[] {
  const order = orderedColumns(columns, choice).map((column) => column.key);
  const at = order.indexOf(key);
  const to = at + by;
  const pinned = columns.some((column) => column.opens && column.key === order[to]);
  if (at < 0 || to < 0 || to >= order.length || pinned) return order;
  const next = [...order];
  next.splice(to, 0, ...next.splice(at, 1));
  return next;
}
