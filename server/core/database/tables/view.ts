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
  /** Name of the list, as in its column settings. Example: `team`. */
  list: string;
  name: string;
  /** Query string with filters, sorting and columns, as in the page's URL. */
  query: string;
  scope: 'own' | 'identity' | 'everyone';
  /** Id of the account or identity. 0 means all accounts. */
  holder_id: number;
}

/** Default view of a list for an account or an identity. */
interface SavedViewDefaultTable {
  list: string;
  scope: 'own' | 'identity';
  holder_id: number;
  view_id: number | null;
}
