import type { ColumnType } from 'kysely';

/** Saved views of the lists. Owned by the module view. */
export interface ViewTables {
  saved_view: SavedViewTable;
  saved_view_default: SavedViewDefaultTable;
}

interface SavedViewTable {
  id: number;
  version: ColumnType<number, number | undefined, number>;
  created_at: Date;
  updated_at: Date;
  created_by: ColumnType<number, number | undefined, number>;
  updated_by: ColumnType<number, number | undefined, number>;
  /** The list's name, as in its column settings: `team`. */
  list: string;
  name: string;
  /** Filters, sorting and columns, as in the page's URL. */
  query: string;
  scope: 'own' | 'identity' | 'everyone';
  /** Id of the account or identity; 0 for everyone. */
  holder_id: number;
}

/** The default view of a list. */
interface SavedViewDefaultTable {
  list: string;
  scope: 'own' | 'identity';
  holder_id: number;
  view_id: number | null;
}
