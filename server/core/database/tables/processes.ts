export interface ProcessTables {
  process_node: ProcessNodeTable;
}

/** Node numbers for creating ids, one row each, leased by running processes (core/database/nodes). */
interface ProcessNodeTable {
  /** 0–15. */
  node: number;
  /** A random text per process; null = free. */
  holder: string | null;
  /** End of the lease, by the database's clock. */
  leased_until: Date;
  /** Upper limit of the node's ids so far, in milliseconds since the epoch of ids. */
  high_ms: number;
}
