import type { ColumnType, Generated } from 'kysely';
import type { CancelReason, ReportState, ReportStatus, ShopState } from '../../../../contract/hourToReach.states';

/** Shops, stores and reports of hour-to-reach (抖音小时达, migration 0050). Owned by server/modules/hourToReach. */
export interface HourToReachTables {
  hour_shop: HourShopTable;
  hour_store_map: HourStoreTable;
  hour_report: HourReportTable;
}

type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface HourShopTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  shop_id: string;
  name: string;
  /** Access token and refresh token as encrypted JSON. */
  tokens: Buffer;
  /** Time when the access token expires. */
  expire_at: Date;
  state: ShopState;
  refreshed_at: Date;
  synced_at: Defaulted<Date | null>;
  last_error: Defaulted<string | null>;
}

interface HourStoreTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  shop_store_id: string;
  shop_id: string;
  name: string;
  address: Defaulted<string>;
  /** `lng,lat` in GCJ-02. Empty when the platform does not provide the position. */
  center: Defaulted<string>;
  is_open: boolean;
  team_id: Defaulted<number | null>;
  synced_at: Date;
  updated_by_name: Defaulted<string>;
}

interface HourReportTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  order_no: string;
  status: ReportStatus;
  shop_id: string;
  team_id: number;
  rider_id: Defaulted<number | null>;
  reason: Defaulted<CancelReason | null>;
  happened_at: Date;
  /** Number of attempts to send the report, since its creation or its last manual retry. */
  tries: Defaulted<number>;
  state: Defaulted<ReportState>;
  last_error: Defaulted<string | null>;
  next_at: Defaulted<Date | null>;
  sent_at: Defaulted<Date | null>;
}
