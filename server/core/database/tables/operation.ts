import type { ColumnType, Generated } from 'kysely';

/** A jsonb column that is read as a value and written as JSON text. */
type Json = ColumnType<unknown, string, string>;

/** Tables for the operation of the server (migrations 0016, 0308). */
export interface OperationTables {
  backup_run: {
    id: number;
    kind: 'backup' | 'drill' | 'restore';
    /** Time of the snapshot. */
    taken_at: Date;
    ended_at: Date;
    /** User who ran the command, as `user@computer`. */
    by_whom: string;
    path: string;
    bytes: number;
    row_count: number;
    file_count: number;
    ms: number;
    audit_head: string;
  };
  job_run: {
    name: string;
    every_ms: number;
    started_at: Date;
    /** `null` during the first run. */
    ended_at: Date | null;
    ms: number | null;
    /** Number of failures since the last success. */
    failures: Generated<number>;
    error: string | null;
    failed_at: Date | null;
    next_at: Date | null;
  };
  /** Tables whose key table lacks the keys of earlier rows (docs/decisions/0080). */
  key_fill: { table_name: string; last_read: number[] };
  endpoint_latency: { slot: Date; address: string; bucket: number; calls: number; failed: number };
  health_result: { name: string; at: Date; ms: number; content: Json };
  page_vital: { day: string; path: string; metric: 'LCP' | 'INP' | 'CLS' | 'TTFB'; bucket: number; samples: number };
  problem_report: {
    id: number;
    version: Generated<number>;
    created_at: Date;
    account_id: number;
    account_name: string;
    content: string;
    page: string;
    contract: string;
    browser: string;
    screen: string;
    locale: string;
    calls: Json;
    file_id: number | null;
    state: Generated<'new' | 'handled'>;
    note: Generated<string>;
    handled_by: number | null;
    handled_name: string | null;
    handled_at: Date | null;
  };
}
