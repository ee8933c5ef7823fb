import type { ColumnType, GeneratedAlways } from 'kysely';

/** A jsonb column that is read as a value and written as JSON text. */
type Json<T = unknown> = ColumnType<T, string, string>;

/**
 * Simulator data, callbacks and access tokens of outside platforms (migration 0047). Owned by server/simulators, server/modules/callback
 * and server/core/platforms/tokens.ts.
 */
export interface PlatformTables {
  simulated_value: SimulatedValueTable;
  simulated_callback: SimulatedCallbackTable;
  platform_event: PlatformEventTable;
  platform_token: PlatformTokenTable;
}

/** A stored value of a simulator, by kind and key. A value of the kind `fault` is a fault that the simulator must produce. */
interface SimulatedValueTable {
  platform: string;
  kind: string;
  key: string;
  content: Json;
  updated_at: ColumnType<Date, Date | undefined, Date>;
}

/** A call from a simulator to this server. */
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
  /** Status and beginning of the last answer. `null` before the first attempt, and when the callback or its answer was lost. */
  last_answer: string | null;
}

/** A platform's callback with a valid signature. Each event is stored once. */
interface PlatformEventTable {
  id: GeneratedAlways<number>;
  platform: string;
  event_id: string;
  /** Endpoint address that received the callback, such as `callback.WxPay/notify`. */
  address: string;
  received_at: Date;
  method: 'GET' | 'POST';
  /** The unchanged query string without the question mark. Some platforms sign it. */
  query: string;
  headers: Json<Record<string, string>>;
  /** The unchanged body, because signatures are computed from its bytes. */
  body: Buffer;
  /** `received`: the handler failed and runs again at `due_at`. `failed`: the retries are exhausted. */
  state: 'received' | 'handled' | 'failed';
  tries: number;
  due_at: Date | null;
  error: string | null;
  handled_at: Date | null;
  /** Answer of the handler, if it has one. A repeated event gets the same answer. */
  answer: ColumnType<unknown, string | null, string | null>;
}

/** Access tokens with which this server calls outside platforms. */
interface PlatformTokenTable {
  platform: string;
  /** Environment and account at the platform, in the format `<environment>/<account>`. */
  account: string;
  kind: string;
  sealed: Buffer;
  expire_at: Date;
  fetched_at: Date;
}
