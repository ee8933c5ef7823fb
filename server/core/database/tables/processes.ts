export interface ProcessTables {
  process_node: ProcessNodeTable;
}

/** Node numbers for creating ids (core/database/nodes). Running processes lease them. */
interface ProcessNodeTable {
  /** Node number from 0 to 15. */
  node: number;
  /** Random text that identifies the process. `null` means that the node number is free. */
  holder: string | null;
  /** Time when the lease expires, by the database's clock. */
  leased_until: Date;
  /** Upper limit of the times in the node's existing ids, in milliseconds since 2026-01-01 UTC. */
  high_ms: number;
  /** Time of the process at the last renewal, by its own clock. `null` when the node is free or the process records no time. */
  clock_at: Date | null;
}
