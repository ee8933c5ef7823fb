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

/** Data of users besides their own row (migration 0140, DOMAIN §5.3). Owned by server/modules/user. */
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

/** Sums over the users of a station; `team_id` 0: users without a station. `active` and `new_today` refer to `day`. */
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

/** Sums over users with equal values of the list's filters; `tag` empty: with any tags. */
interface UserGroupFigureTable extends Omit<UserFigureTable, 'team_id'> {
  tag: string;
  source: UserSource;
  level: number;
  status: UserState;
  order_band: OrderBand;
}

/** Sums by the bands of a range (server/modules/user/ranges.ts): an amount in fen, or days since 1970-01-01. */
interface UserRangeFigureTable extends Omit<UserFigureTable, 'team_id'> {
  kind: 'balance' | 'registered' | 'lastActive';
  band: number;
}

/** 优惠券模板. `stock` is the number that can still be sent. */
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

/** 优惠券. */
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

/** 黑名单记录, a document (contract/userBlacklist.states.ts). A user has at most one open record. */
interface BlackRecordTable {
  id: number;
  version: Generated<number>;
  state: BlacklistState;
  /** The user's station when the record was made. */
  team_id: Later<number>;
  created_at: Date;
  user_id: number;
  scope: BlackScope;
  team_ids: JSONColumnType<number[], string, string>;
  reason_type: BlackReason;
  reason: string;
  /** Null: until staff lift it. */
  until: Date | null;
  /** File ids. */
  evidence: JSONColumnType<number[], string, string>;
  /** 0: the system. */
  maker_id: number;
  maker_name: string;
  /** When and by whom it was lifted; checker 0: by the system at its deadline. */
  decided_at: Later<Date>;
  checker_id: Later<number>;
  checker_name: Later<string>;
  note: Later<string>;
}

/** Posted manual adjustments of a wallet. */
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

/** Delivery addresses, as the ordering side stores them. */
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

/** A device that a user signed in with. */
interface UserDeviceTable extends DeviceColumns {
  user_id: number;
}

/** Notes of staff about a user. */
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

/** Idempotency keys of the ordering side's events. `digest`: SHA-256 of the content, hexadecimal. */
interface UserEventTable {
  event: UserEventName;
  no: string;
  user_id: number;
  digest: string;
  at: Date;
  received_at: Date;
}

/** Holders of a tag (migration 0285). Triggers of `app_user` keep it. */
interface UserTagTable {
  tag: string;
  user_id: number;
}
