export interface ProcessTables {
  process_node: ProcessNodeTable;
}

/** Node numbers for making ids, one row each, leased by running processes (core/database/nodes). */
interface ProcessNodeTable {
  /** 0–15. */
  node: number;
  /** The holder: a random text per process; null = free. */
  holder: string | null;
  /** The holder lost it when this moment has passed on the database's clock. */
  leased_until: Date;
  /** Ids of this node may have been made up to this millisecond of the epoch of ids. */
  high_ms: number;
}
