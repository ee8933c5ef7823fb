import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { EnquiryState, QuoteStepKey, RefuseReason, RuleScope, Tariff } from '../../../../contract/enquiry.states';

/** Price enquiries and their aggregations, price rules and blocked shops (migration 0049 and later). Owned by server/modules/enquiry. */
export interface EnquiryTables {
  enquiry: EnquiryTable;
  enquiry_rule: EnquiryRuleTable;
  enquiry_shop_block: EnquiryShopBlockTable;
  enquiry_day: EnquiryDayTable;
  enquiry_hour: EnquiryHourTable;
  enquiry_answer: EnquiryAnswerTable;
  enquiry_roll_up: EnquiryRollUpTable;
}

type Defaulted<T> = ColumnType<T, T | undefined, T>;

/**
 * A step of a stored quote. `n` is the number of units and `unitFen` is the price per unit. `bp` is the factor or rate of a step that is
 * calculated from other amounts.
 */
export interface StoredStep {
  readonly key: QuoteStepKey;
  readonly amountFen: number;
  readonly n?: number;
  readonly unitFen?: number;
  readonly bp?: number;
}

interface EnquiryTable {
  id: number;
  version: Generated<number>;
  /** Time when the server received the enquiry. */
  created_at: Date;
  no: string;
  external_no: string;
  shop_id: string;
  shop_name: string;
  store_id: string | null;
  team_id: number | null;
  /** GCJ-02 longitudes and latitudes with four decimals, of the start (`from_…`) and of the destination (`to_…`). */
  from_lng: number | null;
  from_lat: number | null;
  to_lng: number | null;
  to_lat: number | null;
  from_street: string;
  to_street: string;
  distance_m: number;
  weight_g: number;
  goods_fen: number;
  want_at: Date | null;
  state: EnquiryState;
  refuse_reason: RefuseReason | null;
  rule_id: number | null;
  quote_fen: number | null;
  cost_fen: number | null;
  eta_min: number | null;
  steps: JSONColumnType<StoredStep[], string | undefined, string>;
  answer_ms: number;
  /** Time when the quote expires. While staff must still quote, it is the deadline for their quote. */
  expire_at: Date | null;
  order_no: string | null;
  request: JSONColumnType<Record<string, unknown>>;
  /** Last answer that was sent to the platform. */
  answer: JSONColumnType<Record<string, unknown>>;
  /** Account id. 0 means quoted automatically or not quoted. */
  quoted_by: Defaulted<number>;
  quoted_by_name: Defaulted<string>;
  quoted_at: Defaulted<Date | null>;
  remark: Defaulted<string>;
  below_cost_reason: Defaulted<string>;
  follow_note: Defaulted<string | null>;
  followed_by_name: Defaulted<string>;
  followed_at: Defaulted<Date | null>;
}

/** A version of a price rule. */
interface EnquiryRuleTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  updated_by: number;
  updated_by_name: string;
  rule_no: string;
  revision: number;
  name: string;
  scope_type: RuleScope;
  /** Station ids, fee plan ids or region codes, according to `scope_type`. */
  scope_ids: JSONColumnType<string[]>;
  priority: number;
  effective_from: Date | null;
  effective_to: Date | null;
  status: 'draft' | 'published' | 'disabled';
  tariff: JSONColumnType<Tariff>;
  remark: Defaulted<string>;
  published_by_name: Defaulted<string>;
  published_at: Defaulted<Date | null>;
}

interface EnquiryShopBlockTable {
  id: number;
  shop_id: string;
  shop_name: string;
  reason: string;
  created_at: Date;
  created_by: number;
  created_by_name: string;
}

/** Numbers and amounts of enquiries per day. Station 0 contains all enquiries, with or without a station. */
interface EnquiryDayTable {
  team_id: number;
  /** Day as `yyyy-MM-dd` in the platform's time zone. */
  day: string;
  state: EnquiryState;
  /** Empty when the enquiry was not refused. */
  refuse_reason: RefuseReason | '';
  enquiries: number;
  quoted: number;
  auto_quoted: number;
  goods_fen: number;
}

/**
 * Numbers of enquiries per day and hour. `hour` is the hour of the day (0–23) in the platform's time zone. Station 0 contains all
 * enquiries.
 */
interface EnquiryHourTable extends EnquiryDayTable {
  hour: number;
}

/** Numbers of enquiries per day and answer time in milliseconds. Station 0 contains all enquiries, with or without a station. */
interface EnquiryAnswerTable {
  team_id: number;
  day: string;
  state: EnquiryState;
  refuse_reason: RefuseReason | '';
  answer_ms: number;
  enquiries: number;
}

/** Last day that the aggregations include, and the time zone of the days. The table has a single row. */
interface EnquiryRollUpTable {
  id: Generated<number>;
  through_day: string;
  time_zone: string;
}
