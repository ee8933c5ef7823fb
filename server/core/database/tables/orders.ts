import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { MerchantState } from '../../../../contract/merchant.states';
import type { SettleCycle } from '../../../../contract/team.choices';

/**
 * Franchisees, fee plans, merchants, riders, users, orders and their figures. Also the workbench shortcuts and the demo state (DOMAIN §5.3,
 * §5.4).
 */
export interface OrderTables {
  franchisee: FranchiseeTable;
  fee_plan: FeePlanTable;
  merchant: MerchantTable;
  rider: RiderTable;
  app_user: AppUserTable;
  app_user_day: AppUserDayTable;
  customer_order: CustomerOrderTable;
  /**
   * Key table that keeps order numbers unique across the monthly partitions of `customer_order` (docs/decisions/0080). Triggers on
   * `customer_order` write it.
   */
  order_key: { order_no: string; team_id: number; order_id: number };
  order_hour: OrderHourTable;
  order_day: OrderDayTable;
  order_minutes: OrderMinutesTable;
  rider_day: RiderDayTable;
  rider_figure: RiderFigureTable;
  rider_range_figure: RiderRangeFigureTable;
  order_team: OrderTeamTable;
  order_roll_up: OrderRollUpTable;
  quick_link: QuickLinkTable;
  demo_pulse: DemoPulseTable;
}

type Moment = ColumnType<Date, Date | string, Date | string>;
type MaybeMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

interface Common {
  id: number;
  version: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
  created_by: Generated<number>;
  updated_by: Generated<number>;
}

/** A franchisee (加盟商, DOMAIN §3.6). Days have the format `yyyy-MM-dd`. */
interface FranchiseeTable extends Common {
  no: string;
  name: string;
  credit_code: string;
  contact_name: string;
  contact_tel: string;
  /** Codes of provinces, cities or districts. */
  territory: JSONColumnType<string[]>;
  level: Generated<string>;
  share_rate_bp: Generated<number>;
  contract_from: string;
  contract_to: string;
  status: FranchiseeStatus;
  /** Whether no other franchisee may have a region of this territory. */
  is_exclusive: Generated<boolean>;
  /** Name of the legal representative. Empty when unknown. */
  legal_name: Generated<string>;
  /** Encrypted id card number, bound to the place `franchisee.id_card.<id>` (additional authenticated data). */
  id_card: Generated<Buffer | null>;
  id_card_mask: Generated<string | null>;
  /** Settlement cycle in the contract. Shares are credited when orders are settled. */
  settle_cycle: Generated<SettleCycle | null>;
  /** Account id of the member of staff who is responsible for the franchisee. */
  owner_id: Generated<number | null>;
}
export type FranchiseeStatus = 'upcoming' | 'active' | 'suspended' | 'expiring' | 'expired' | 'terminated';

/**
 * A fee plan (费用方案): fee rules and a technical service fee per order. This fee is a rate (basis points of the price of goods and
 * delivery) plus an amount (fen).
 */
interface FeePlanTable extends Common {
  name: string;
  platform_rate_bp: number;
  platform_fixed_fen: number;
  is_default: Generated<boolean>;
  effective_from: Moment;
  effective_to: MaybeMoment;
  /** The business numbers that identify the plan's fee rules. */
  rule_nos: JSONColumnType<readonly string[], string | undefined, string>;
}

interface MerchantTable {
  id: number;
  team_id: number;
  name: string;
  tel: string;
  status: Generated<MerchantState>;
  /** Time of the event that wrote this row (migration 0278). `null` for rows that were written before these events existed. */
  saved_at: Generated<Date | null>;
}

/** A rider (骑手, DOMAIN §5.3). */
interface RiderTable extends Common {
  rider_no: string;
  tel: string;
  name: string;
  /** Encrypted id card number, bound to the place `rider.id_card.<id>` (additional authenticated data). */
  id_card: Buffer;
  /** Keyed hash of the id card number. It identifies other rows of the same person without decryption. */
  id_card_hash: string;
  birth: string;
  gender: 'male' | 'female';
  team_id: number;
  rider_type: 'full' | 'part' | 'crowd';
  status: RiderStatus;
  status_reason: string | null;
  joined_at: MaybeMoment;
  left_at: MaybeMoment;
  real_name_state: CheckState;
  face_state: CheckState;
  face_at: MaybeMoment;
  health_state: 'none' | 'reviewing' | 'valid' | 'rejected' | 'expired';
  health_valid_to: string | null;
  vehicle_type: 'ebike' | 'motor' | 'car' | 'walk';
  plate_no: string | null;
  safety_score: Generated<number>;
  /** Rating in hundredths of a star, from 0 to 500. */
  rating_x100: Generated<number>;
  train_score: Generated<number>;
  /** Time of the last report about the rider's work. `null` when the rider is not working. */
  heartbeat_at: MaybeMoment;
  /** Always 0, because no account of the console creates a rider. */
  maker_id: Generated<number>;
  maker_name: Generated<string>;
  /** State before the suspension, to which the rider returns (migration 0278). `null` means active. */
  suspended_from: Generated<'probation' | 'active' | null>;
  /** Operator of the last step. 0 means the system. The next columns are the operator's name, the time and the reason. */
  checker_id: Generated<number | null>;
  checker_name: Generated<string | null>;
  decided_at: MaybeMoment;
  note: Generated<string | null>;
  /** Number of consecutive failed face checks. */
  face_fails: Generated<number>;
  /** Certificate from which the health columns were copied. It may have expired since. */
  certificate_id: Generated<number | null>;
  photo_file_id: Generated<number | null>;
  /** Number of orders delivered in the last 30 days. A job counts them. */
  recent_orders: Generated<number>;
}

/** Numbers of riders by station and by the filter values of the rider list. A job counts them. */
interface RiderFigureTable extends RiderCounts {
  team_id: number;
  status: RiderStatus;
  cover: string;
  real_name_state: CheckState;
  rider_type: Generated<string>;
  health_state: Generated<string>;
  is_trained: Generated<boolean>;
}
interface RiderCounts {
  riders: number;
  online: number;
  expiring: number;
  expired: number;
  uninsured: number;
  fatigue: number;
  /** Day to which `expiring` and `fatigue` refer. */
  day: string;
}
/** Numbers of riders at all stations by `value`, state and cover. A job counts them. */
interface RiderRangeFigureTable extends RiderCounts {
  /** Meaning of `value`: the safety score, or the number of days until a valid certificate expires. */
  kind: 'safety' | 'certificate';
  value: number;
  status: RiderStatus;
  cover: string;
}
export type RiderStatus = 'applying' | 'refused' | 'probation' | 'active' | 'suspended' | 'offboarded';
type CheckState = 'none' | 'reviewing' | 'passed' | 'failed';

/** A user (用户, DOMAIN §5.3). */
interface AppUserTable extends Common {
  tel: string | null;
  nickname: string;
  source: 'wx' | 'ali' | 'dy' | 'app' | 'h5';
  /** `null` when the user has no station. Such a user is visible only to accounts with all stations in their data scope. */
  home_team_id: number | null;
  level: Generated<number>;
  tags: JSONColumnType<string[], string | undefined, string>;
  status: 'normal' | 'blacklisted' | 'cancelling' | 'cancelled';
  black_until: MaybeMoment;
  order_count: Generated<number>;
  paid_fen: Generated<number>;
  refund_bp: Generated<number>;
  points: Generated<number>;
  /** Amount that was returned to the user, in fen. */
  refund_fen: Generated<number>;
  cancelled_count: Generated<number>;
  /** Number of usable coupons. */
  coupon_count: Generated<number>;
  /** Copy of the ledger's wallet balance. A trigger updates it (migration 0140). */
  balance_fen: Generated<number>;
  first_login_at: Moment;
  last_active_at: MaybeMoment;
  /** Time when the last order was paid. `null` when the user has no order. */
  last_order_at: MaybeMoment;
  /** Time from which a leaving user's data can be deleted. */
  cancel_at: MaybeMoment;
  /** Time when the data was deleted. */
  cancelled_at: MaybeMoment;
  /** Time of the latest event per profile field, in ISO 8601. A field without a time has its value from the registration. */
  profile_at: ColumnType<Record<string, string> | null, string | null | undefined, string | null>;
}

/** A day on which a user had at least one session. */
interface AppUserDayTable {
  day: string;
  app_user_id: number;
  home_team_id: number | null;
  first_at: Moment;
}

/** An order (订单, DOMAIN §5.4). The server writes orders from the events of the platform's ordering system (docs/orders.md). */
interface CustomerOrderTable {
  id: number;
  team_id: number;
  order_no: string;
  app_user_id: number;
  rider_id: number | null;
  merchant_id: number | null;
  type: 'deliver' | 'buy' | 'fetch' | 'food' | 'queue' | 'helper';
  source: OrderSource;
  status: OrderStatus;
  goods_fen: number;
  delivery_fen: number;
  /** Price of goods and delivery minus discounts, before refunds. */
  paid_fen: number;
  refund_fen: Generated<number>;
  distance_m: number;
  lng: number;
  lat: number;
  paid_at: Moment;
  accepted_at: MaybeMoment;
  promised_at: Moment;
  delivered_at: MaybeMoment;
  cancelled_at: MaybeMoment;
  refunded_at: MaybeMoment;
  /** Amount of `paid_fen` that the user's wallet paid. The channel paid the remaining amount. */
  balance_fen: Generated<number>;
  channel: ColumnType<string | null, string | null | undefined, string | null>;
  merchant_number_id: ColumnType<number | null, number | null | undefined, number | null>;
  channel_trade_no: ColumnType<string | null, string | null | undefined, string | null>;
  /** The order's costs and their payers at the time of the payment. `null` when the order is older than the ledger. */
  cost_snapshot: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  settled_at: MaybeMoment;
  hold_reason: ColumnType<string | null, string | null | undefined, string | null>;
}
export type OrderSource = 'miniProgram' | 'app' | 'officialAccount' | 'hourToReach' | 'stationEntry';
export type OrderStatus = 'paid' | 'accepted' | 'delivered' | 'cancelled';

/** Figures of a station. `team_id` 0 means all stations together. Each event is included in the period in which it happened. */
interface OrderFigures {
  team_id: number;
  /** Day in the platform's time zone. */
  day: string;
  orders: number;
  gmv_fen: number;
  delivered: number;
  on_time: number;
  cancelled: number;
  refunds: number;
  refund_fen: number;
  /**
   * Number of exceptions: orders more than 30 minutes late, and paid orders without a rider for more than 10 minutes. An order can count
   * twice.
   */
  exceptions: number;
  new_users: number;
  /** Number of active users. A user is counted at the first session of the day. */
  active_users: number;
  from_mini_program: number;
  from_app: number;
  from_official_account: number;
  from_hour_to_reach: number;
  from_station_entry: number;
}
interface OrderHourTable extends OrderFigures {
  /** Hour of the day (0–23) in the platform's time zone. */
  hour: number;
}
type OrderDayTable = OrderFigures;

/** Number of orders by whole minutes from acceptance to delivery. `team_id` 0 means all stations together. */
interface OrderMinutesTable {
  team_id: number;
  day: string;
  hour: number;
  /** 0–999. The value 999 includes all longer times. */
  minutes: number;
  orders: number;
}

interface RiderDayTable {
  day: string;
  team_id: number;
  rider_id: number;
  delivered: number;
  on_time: number;
  gmv_fen: number;
}

/** Figures that the station list shows and by which it sorts. */
interface OrderTeamTable {
  team_id: number;
  /** Day to which `orders_today` belongs. */
  day: string;
  orders_today: number;
  /** Order value of the last 30 days, including today. */
  gmv_30d_fen: number;
}

/** Time up to which the figures are aggregated, and the time zone of their days. The table has a single row. */
interface OrderRollUpTable {
  id: number;
  as_of: Moment;
  time_zone: string;
}

/** Shortcuts that an account chose for its workbench. */
interface QuickLinkTable {
  account_id: number;
  paths: JSONColumnType<string[]>;
  updated_at: Moment;
}

/** State of the demo generator: a single row in a demo database of fewer than a million orders. Otherwise the table is empty. */
interface DemoPulseTable {
  id: number;
  /** Time up to which the demo is simulated. */
  at: Moment;
  /** Number of orders on a day of weight 1 (`dayWeight` in server/demo/orders.ts). */
  orders_per_day: number;
}
