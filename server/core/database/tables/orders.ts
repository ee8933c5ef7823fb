import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { MerchantState } from '../../../../contract/merchant.states';
import type { SettleCycle } from '../../../../contract/team.choices';

/** People, reference data of stations, orders and their roll-ups (DOMAIN §5.3, §5.4; migration 0005). */
export interface OrderTables {
  franchisee: FranchiseeTable;
  fee_plan: FeePlanTable;
  merchant: MerchantTable;
  rider: RiderTable;
  app_user: AppUserTable;
  app_user_day: AppUserDayTable;
  customer_order: CustomerOrderTable;
  order_hour: OrderHourTable;
  order_day: OrderDayTable;
  order_minutes: OrderMinutesTable;
  rider_day: RiderDayTable;
  rider_figure: RiderFigureTable;
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

/** 加盟商, DOMAIN §3.6. Days are `yyyy-MM-dd`. */
interface FranchiseeTable extends Common {
  no: string;
  name: string;
  credit_code: string;
  contact_name: string;
  contact_tel: string;
  /** Region codes of any level. */
  territory: JSONColumnType<string[]>;
  level: Generated<string>;
  share_rate_bp: Generated<number>;
  contract_from: string;
  contract_to: string;
  status: FranchiseeStatus;
  /** No other franchisee may have any part of its territory. */
  is_exclusive: Generated<boolean>;
  /** Legal representative; empty: unknown. */
  legal_name: Generated<string>;
  /** Encrypted; the place is `franchisee.id_card.<id>`. */
  id_card: Generated<Buffer | null>;
  id_card_mask: Generated<string | null>;
  /** Agreed in the contract; shares are credited when orders are settled. */
  settle_cycle: Generated<SettleCycle | null>;
  /** Employee who looks after it. */
  owner_id: Generated<number | null>;
}
export type FranchiseeStatus = 'upcoming' | 'active' | 'suspended' | 'expiring' | 'expired' | 'terminated';

/** 费用方案: the basic technical fee of subscribed stations (basis points of the total plus fen per order), and fee rules. */
interface FeePlanTable extends Common {
  name: string;
  platform_rate_bp: number;
  platform_fixed_fen: number;
  is_default: Generated<boolean>;
  effective_from: Moment;
  effective_to: MaybeMoment;
  /** Numbers of its fee rules. */
  rule_nos: JSONColumnType<readonly string[], string | undefined, string>;
}

interface MerchantTable {
  id: number;
  team_id: number;
  name: string;
  tel: string;
  status: Generated<MerchantState>;
  /** Time of the event that the row holds (migration 0278); null: stored before merchants were sent. */
  saved_at: Generated<Date | null>;
}

/** 骑手, DOMAIN §5.3. */
interface RiderTable extends Common {
  rider_no: string;
  tel: string;
  name: string;
  /** Encrypted; the place is `rider.id_card.<id>`. */
  id_card: Buffer;
  /** Keyed hash for finding the same person again. */
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
  /** Rating in hundredths of a star, 0–500. */
  rating_x100: Generated<number>;
  train_score: Generated<number>;
  /** Last contact of the rider's app. */
  heartbeat_at: MaybeMoment;
  /** Always 0, because no account of the console creates a rider. */
  maker_id: Generated<number>;
  maker_name: Generated<string>;
  /** State before the suspension, to which the rider returns (migration 0278); null: active. */
  suspended_from: Generated<'probation' | 'active' | null>;
  /** Operator, time and reason of the last step; 0 = the system. */
  checker_id: Generated<number | null>;
  checker_name: Generated<string | null>;
  decided_at: MaybeMoment;
  note: Generated<string | null>;
  /** Consecutive failed face checks. */
  face_fails: Generated<number>;
  /** The valid certificate that the health columns are copied from. */
  certificate_id: Generated<number | null>;
  photo_file_id: Generated<number | null>;
  /** Orders delivered in the last 30 days, counted by a job. */
  recent_orders: Generated<number>;
}

/** Numbers of riders by station, state, cover and state of the name, counted by a job. */
interface RiderFigureTable {
  team_id: number;
  status: RiderStatus;
  cover: string;
  real_name_state: CheckState;
  riders: number;
  online: number;
  expiring: number;
  expired: number;
  uninsured: number;
  fatigue: number;
  /** The day that `expiring` and `fatigue` refer to. */
  day: string;
}
export type RiderStatus = 'applying' | 'refused' | 'probation' | 'active' | 'suspended' | 'offboarded';
type CheckState = 'none' | 'reviewing' | 'passed' | 'failed';

/** 用户, DOMAIN §5.3. */
interface AppUserTable extends Common {
  tel: string | null;
  nickname: string;
  source: 'wx' | 'ali' | 'dy' | 'app' | 'h5';
  /** Null: no station yet. Only accounts with all stations in scope see such a user. */
  home_team_id: number | null;
  level: Generated<number>;
  tags: JSONColumnType<string[], string | undefined, string>;
  status: 'normal' | 'blacklisted' | 'cancelling' | 'cancelled';
  black_until: MaybeMoment;
  order_count: Generated<number>;
  paid_fen: Generated<number>;
  refund_bp: Generated<number>;
  points: Generated<number>;
  /** Money returned to the user, in fen. */
  refund_fen: Generated<number>;
  /** Number of cancelled orders. */
  cancelled_count: Generated<number>;
  /** Number of usable coupons. */
  coupon_count: Generated<number>;
  /** Copy of the ledger's wallet balance, updated by a trigger (migration 0140). */
  balance_fen: Generated<number>;
  first_login_at: Moment;
  last_active_at: MaybeMoment;
  /** When the last order was paid; null: no order. */
  last_order_at: MaybeMoment;
  /** When a leaving user's data is due for deletion. */
  cancel_at: MaybeMoment;
  /** When the data was deleted. */
  cancelled_at: MaybeMoment;
  /** Moment of the latest event for each field of the profile, as ISO 8601; a field without one: the registration. */
  profile_at: ColumnType<Record<string, string> | null, string | null | undefined, string | null>;
}

/** One row per user and day with at least one session. */
interface AppUserDayTable {
  day: string;
  app_user_id: number;
  home_team_id: number | null;
  first_at: Moment;
}

/** 订单, DOMAIN §5.4; written by the ordering side of the platform. */
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
  /** Goods and delivery less discounts; before refunds. */
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
  /** The part of `paid_fen` from the user's wallet; the remaining part came through the channel. */
  balance_fen: Generated<number>;
  channel: ColumnType<string | null, string | null | undefined, string | null>;
  merchant_number_id: ColumnType<number | null, number | null | undefined, number | null>;
  channel_trade_no: ColumnType<string | null, string | null | undefined, string | null>;
  /** The order's costs and their payers, fixed at the payment; null: the order predates the ledger. */
  cost_snapshot: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  settled_at: MaybeMoment;
  hold_reason: ColumnType<string | null, string | null | undefined, string | null>;
}
export type OrderSource = 'miniProgram' | 'app' | 'officialAccount' | 'hourToReach' | 'stationEntry';
export type OrderStatus = 'paid' | 'accepted' | 'delivered' | 'cancelled';

/** Figures of a station; team 0 = all stations together. Each event counts at its own time. */
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
  /** Orders that were more than 30 minutes late, or waited more than 10 minutes for a rider. */
  exceptions: number;
  new_users: number;
  /** Users, counted at their first session of the day. */
  active_users: number;
  from_mini_program: number;
  from_app: number;
  from_official_account: number;
  from_hour_to_reach: number;
  from_station_entry: number;
}
interface OrderHourTable extends OrderFigures {
  /** 0–23 in the platform's time zone. */
  hour: number;
}
type OrderDayTable = OrderFigures;

/** Number of orders by whole minutes from acceptance to delivery; team 0 = all stations together. */
interface OrderMinutesTable {
  team_id: number;
  day: string;
  hour: number;
  /** 0–999; 999 includes every longer time. */
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

/** Figures that the station list shows and sorts by. */
interface OrderTeamTable {
  team_id: number;
  /** The day that `orders_today` belongs to. */
  day: string;
  orders_today: number;
  /** The last 30 days, today included. */
  gmv_30d_fen: number;
}

/** One row: the watermark of the roll-ups, and the time zone of their days. */
interface OrderRollUpTable {
  id: number;
  as_of: Moment;
  time_zone: string;
}

/** An account's own shortcuts on the workbench. */
interface QuickLinkTable {
  account_id: number;
  paths: JSONColumnType<string[]>;
  updated_at: Moment;
}

/** One row if the demo generator has filled the database, else none. */
interface DemoPulseTable {
  id: number;
  /** How far the demo's simulated time has advanced. */
  at: Moment;
  /** Orders on a day of weight 1. */
  orders_per_day: number;
}
