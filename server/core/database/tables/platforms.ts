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

/** The world of a simulator; kind `fault` holds the faults that were planted. */
interface SimulatedValueTable {
  platform: string;
  kind: string;
  key: string;
  content: Json;
  updated_at: ColumnType<Date, Date | undefined, Date>;
}

/** A call that a simulator makes to us. */
interface SimulatedCallbackTable {
  id: number;
  platform: string;
  method: ColumnType<'GET' | 'POST', 'GET' | 'POST' | undefined, 'GET' | 'POST'>;
  url: string;
  headers: Json<Record<string, string>>;
  body: string;
  /** When it is sent next. */
  due_at: Date;
  tries: ColumnType<number, number | undefined, number>;
  state: ColumnType<'waiting' | 'received' | 'givenUp', 'waiting' | undefined, 'waiting' | 'received' | 'givenUp'>;
  /** Status and beginning of our last answer, or why there was none. */
  last_answer: string | null;
}

/** A callback of a platform whose signature was right; each event once. */
interface PlatformEventTable {
  id: GeneratedAlways<number>;
  platform: string;
  event_id: string;
  /** Where it came in, `callback.WxPay/notify`. */
  address: string;
  received_at: Date;
  method: 'GET' | 'POST';
  /** Query as it came, without the question mark: some platforms sign there. */
  query: string;
  headers: Json<Record<string, string>>;
  /** Bytes as they came. */
  body: Buffer;
  /** `received`: its handler failed and is called again at `due_at` · `failed`: given up. */
  state: 'received' | 'handled' | 'failed';
  tries: number;
  due_at: Date | null;
  error: string | null;
  handled_at: Date | null;
  /** What its handler answered, where it answered itself: the same event gets the same answer. */
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
