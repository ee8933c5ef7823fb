import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type {
  BlackReason,
  BlackScope,
  CouponState,
  OrderBand,
  UserEventName,
  UserSource,
  UserState,
} from '../../../../contract/user.states';
import type { BlacklistState } from '../../../../contract/userBlacklist.states';
import type { DeviceColumns } from './device';

/**
 * Figures, tags, coupons, blacklist records, adjustments, addresses and devices of users (migration 0140, DOMAIN §5.3). Owned by
 * server/modules/user.
 */
export interface UserTables {
  app_user_figure: UserFigureTable;
  app_user_tag: UserTagTable;
  app_user_group_figure: UserGroupFigureTable;
  app_user_range_figure: UserRangeFigureTable;
  user_coupon_template: CouponTemplateTable;
  user_coupon: UserCouponTable;
  user_black_record: BlackRecordTable;
  user_adjust: UserAdjustTable;
  user_address: UserAddressTable;
  user_device: UserDeviceTable;
  user_remark: UserRemarkTable;
  user_event: UserEventTable;
}

type Later<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** Sums over a station's users. `team_id` 0 means users without a station. `active` and `new_today` refer to `day`. */
interface UserFigureTable {
  team_id: number;
  users: number;
  new_today: number;
  active: number;
  with_balance: number;
  balance_fen: number;
  blacklisted: number;
  day: string;
}

/** Sums over users with equal filter values of the user list. Rows with an empty `tag` include all users, with or without tags. */
interface UserGroupFigureTable extends Omit<UserFigureTable, 'team_id'> {
  tag: string;
  source: UserSource;
  level: number;
  status: UserState;
  order_band: OrderBand;
}

/** Sums by band (server/modules/user/ranges.ts). `band` is the band's smallest balance in fen, or a day in days since 1970-01-01. */
interface UserRangeFigureTable extends Omit<UserFigureTable, 'team_id'> {
  kind: 'balance' | 'registered' | 'lastActive';
  band: number;
}

/** A coupon template (优惠券模板). `stock` is the number of coupons that can still be sent. */
interface CouponTemplateTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  name: string;
  face_fen: number;
  threshold_fen: number;
  stock: number;
  issued: Generated<number>;
  enabled: boolean;
}

/** A coupon of a user (优惠券). */
interface UserCouponTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  user_id: number;
  template_id: number;
  name: string;
  face_fen: number;
  threshold_fen: number;
  valid_from: Date;
  valid_to: Date;
  status: CouponState;
  order_no: Later<string>;
  used_at: Later<Date>;
  revoke_reason: Later<string>;
  sent_by_id: number;
  sent_by_name: string;
}

/** A blacklist record (黑名单记录, contract/userBlacklist.states.ts). A user has at most one open record. */
interface BlackRecordTable {
  id: number;
  version: Generated<number>;
  state: BlacklistState;
  /** The user's station when the record was created. */
  team_id: Later<number>;
  created_at: Date;
  user_id: number;
  scope: BlackScope;
  team_ids: JSONColumnType<number[], string, string>;
  reason_type: BlackReason;
  reason: string;
  /** `null` means that the record remains in force until staff lift it. */
  until: Date | null;
  /** Ids of stored files. */
  evidence: JSONColumnType<number[], string, string>;
  /** Account id. 0 means the system. */
  maker_id: number;
  maker_name: string;
  /** Time when the record was lifted or expired. `checker_id` is the account that lifted it; 0 means that it expired. */
  decided_at: Later<Date>;
  checker_id: Later<number>;
  checker_name: Later<string>;
  note: Later<string>;
}

/** A posted manual adjustment of a wallet. */
interface UserAdjustTable {
  id: number;
  created_at: Date;
  no: string;
  user_id: number;
  direction: 'in' | 'out';
  amount_fen: number;
  reason: string;
  evidence: JSONColumnType<number[], string, string>;
  by_id: number;
  tx_no: string;
}

/** Delivery addresses of users, as the ordering system stores them. */
interface UserAddressTable {
  user_id: number;
  address_no: string;
  contact_name: string;
  tel: string;
  region: string;
  detail: string;
  lng: number;
  lat: number;
  is_default: boolean;
  updated_at: Date;
}

/** A device with which a user signed in. */
interface UserDeviceTable extends DeviceColumns {
  user_id: number;
}

/** A note of staff about a user. */
interface UserRemarkTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  user_id: number;
  content: string;
  author_id: number;
  author_name: string;
}

/** Idempotency keys of the ordering system's events. `digest` is the hexadecimal SHA-256 of the content. */
interface UserEventTable {
  event: UserEventName;
  no: string;
  user_id: number;
  digest: string;
  at: Date;
  received_at: Date;
}

/** Users with a tag (migration 0285). Triggers of `app_user` write this table. */
interface UserTagTable {
  tag: string;
  user_id: number;
}
