import type { Column } from './types';

/** The user's choice of columns for one list: order, visibility, widths, density (DOMAIN §0.2). */
export interface ColumnChoice {
  /** Column keys in order. Columns that are missing here follow in declared order. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly dense: boolean;
  /** Widths that the user set, in pixels by column key. */
  readonly widths: ColumnWidths;
}
export type ColumnWidths = Readonly<Record<string, number>>;

/** Limits of a column's width, in pixels. */
export const COLUMN_WIDTH = { least: 56, most: 800 } as const;
export const clampWidth = (width: number): number =>
  Math.round(Math.min(COLUMN_WIDTH.most, Math.max(COLUMN_WIDTH.least, width)));
const NO_WIDTHS: ColumnWidths = {};

function readWidths(columns: readonly Column<never>[], stored: unknown): ColumnWidths {
  if (typeof stored !== 'object' || stored === null) return NO_WIDTHS;
  const sized = Object.entries(stored).filter(
    (entry): entry is [string, number] =>
      typeof entry[1] === 'number' && Number.isFinite(entry[1]) && columns.some(({ key }) => key === entry[0]),
  );
  return Object.fromEntries(sized.map(([key, width]) => [key, clampWidth(width)]));
}

/** Returns the widths after a change of one column. `null` returns the column to the width of its content. */
export function withWidth(widths: ColumnWidths, key: string, width: number | null): ColumnWidths {
  const { [key]: _before, ...others } = widths;
  return width === null ? others : { ...others, [key]: clampWidth(width) };
}

/** Reads a stored preference. Invalid values are treated as not chosen. */
export function readChoice(columns: readonly Column<never>[], stored: unknown): ColumnChoice {
  const hiddenAtFirst = columns.filter((column) => column.hidden).map((column) => column.key);
  if (typeof stored !== 'object' || stored === null) {
    return { order: [], hidden: hiddenAtFirst, dense: false, widths: NO_WIDTHS };
  }
  const { order, hidden, dense, widths } = stored as Partial<Record<keyof ColumnChoice, unknown>>;
  const keys = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((key): key is string => columns.some((column) => column.key === key)) : [];
  return {
    order: keys(order),
    hidden: Array.isArray(hidden) ? keys(hidden) : hiddenAtFirst,
    dense: dense === true,
    widths: readWidths(columns, widths),
  };
}

/** Returns all columns in the user's order. The column that opens the row is always first. */
export function orderedColumns<C extends Column<never>>(columns: readonly C[], choice: ColumnChoice): readonly C[] {
  const rank = (column: C) => {
    if (column.opens) return -1;
    const at = choice.order.indexOf(column.key);
    return at >= 0 ? at : choice.order.length + columns.indexOf(column);
  };
  return [...columns].sort((a, b) => rank(a) - rank(b));
}

/**
 * Returns a choice that shows only these columns in this order. The column that opens the row is always shown first. Widths and density
 * remain those of the user.
 */
export function choiceOf(
  columns: readonly Column<never>[],
  shown: readonly string[],
  { dense, widths }: ColumnChoice,
): ColumnChoice {
  const hidden = columns.map((column) => column.key).filter((key) => !shown.includes(key));
  return { order: shown, hidden, dense, widths };
}

/** Returns the visible columns in the user's order. */
export function shownColumns<C extends Column<never>>(columns: readonly C[], choice: ColumnChoice): readonly C[] {
  return orderedColumns(columns, choice).filter((column) => column.opens || !choice.hidden.includes(column.key));
}

/** Returns the column order after a column moved by one position. The column that opens the row stays first. */
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

const STATE_KEYS = ['status', 'state'];
/** Maximum number of facts on a card, besides title and state. */
const CARD_FACTS = 2;

/** Assigns columns to a card: the title, the state beside it, or a fact below it. Other columns are hidden behind a button. */
export function cardParts(columns: readonly Column<never>[]): ReadonlyMap<string, 'title' | 'state' | 'fact'> {
  const title = columns.find(({ opens }) => opens) ?? columns[0];
  const state = columns.find(({ card }) => card === 'state') ?? columns.find(({ key }) => STATE_KEYS.includes(key));
  const others = columns.filter((column) => column !== title && column !== state);
  const chosen = others.filter(({ card }) => card === 'fact');
  const facts = (chosen.length > 0 ? chosen : others).slice(0, CARD_FACTS);
  return new Map([
    ...facts.map(({ key }) => [key, 'fact'] as const),
    ...(state ? [[state.key, 'state'] as const] : []),
    ...(title ? [[title.key, 'title'] as const] : []),
  ]);
}
