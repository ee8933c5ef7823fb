import type { ColumnType, GeneratedAlways } from 'kysely';

/** jsonb: read as a value, written as JSON text. */
type Json<T = unknown> = ColumnType<T, string, string>;

/** Outside platforms (migration 0047). Owned by server/simulators, server/modules/callback and server/core/platforms/tokens.ts. */
export interface PlatformTables {
  simulated_value: SimulatedValueTable;
  simulated_callback: SimulatedCallbackTable;
  platform_event: PlatformEventTable;
  platform_token: PlatformTokenTable;
}

/** The data of a simulator; kind `fault` contains the planted faults. */
interface SimulatedValueTable {
  platform: string;
  kind: string;
  key: string;
  content: Json;
  updated_at: ColumnType<Date, Date | undefined, Date>;
}

/** A simulator's call to us. */
interface SimulatedCallbackTable {
  id: number;
  platform: string;
  method: ColumnType<'GET' | 'POST', 'GET' | 'POST' | undefined, 'GET' | 'POST'>;
  url: string;
  headers: Json<Record<string, string>>;
  body: string;
  /** Time of the next attempt. */
  due_at: Date;
  tries: ColumnType<number, number | undefined, number>;
  state: ColumnType<'waiting' | 'received' | 'givenUp', 'waiting' | undefined, 'waiting' | 'received' | 'givenUp'>;
  /** Status and beginning of our last answer, or why there was none. */
  last_answer: string | null;
}

/** A platform's callback with a valid signature; each event once. */
interface PlatformEventTable {
  id: GeneratedAlways<number>;
  platform: string;
  event_id: string;
  /** Address that received it, `callback.WxPay/notify`. */
  address: string;
  received_at: Date;
  method: 'GET' | 'POST';
  /** The unchanged query, without the question mark: some platforms sign it. */
  query: string;
  headers: Json<Record<string, string>>;
  /** The unchanged bytes. */
  body: Buffer;
  /** `received`: its handler failed and is retried at `due_at` · `failed`: abandoned. */
  state: 'received' | 'handled' | 'failed';
  tries: number;
  due_at: Date | null;
  error: string | null;
  handled_at: Date | null;
  /** The handler's own answer, if any: a repeated event gets the same answer. */
  answer: ColumnType<unknown, string | null, string | null>;
}

/** Access tokens of platforms. */
interface PlatformTokenTable {
  platform: string;
  /** `<environment>/<account>` */
  account: string;
  kind: string;
  sealed: Buffer;
  expire_at: Date;
  fetched_at: Date;
}
