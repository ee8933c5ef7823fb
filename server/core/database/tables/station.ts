import type { ColumnType, JSONColumnType } from 'kysely';
import type { LngLat } from '../../../../contract/hexagon';
import type { SwitchKey } from '../../../../contract/switches';
import type { TeamState } from '../../../../contract/team.states';

/** Stations and their operation (DOMAIN §5.2). Owned by server/modules/team and server/modules/operation. */
export type StationTables = {
  team: TeamTable;
  team_area: TeamAreaTable;
  team_hours: TeamHoursTable;
  team_holiday: TeamHolidayTable;
  team_fee_change: TeamFeeChangeTable;
  team_switch: TeamSwitchTable;
  team_log: TeamLogTable;
  team_console_ticket: TeamConsoleTicketTable;
  rider_notice: RiderNoticeTable;
};

/** A column that is optional on insert. */
type Defaulted<T> = ColumnType<T, T | undefined, T>;
type DefaultedJson<T extends object> = ColumnType<T, string | undefined, string>;

/** A range of business hours as `HH:mm`. The end may be `24:00`. */
export interface HourRange {
  from: string;
  to: string;
}

/** A station (站点). The ledger has its balances. */
interface TeamTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  updated_at: Date;
  created_by: Defaulted<number>;
  updated_by: Defaulted<number>;
  /** Name of the account that created the station, at the time of the creation. It is stored so that queries need no join with accounts. */
  created_by_name: Defaulted<string>;
  updated_by_name: Defaulted<string>;
  deleted_at: Defaulted<Date | null>;
  /** Station code. Only a draft may have an empty code. */
  code: Defaulted<string>;
  name: Defaulted<string>;
  /** File id of the logo. `images` contains file ids as well. */
  logo: Defaulted<number | null>;
  images: DefaultedJson<number[]>;
  team_type: Defaulted<'self' | 'franchise' | 'partner'>;
  franchisee_id: Defaulted<number | null>;
  province_code: Defaulted<string | null>;
  city_code: Defaulted<string | null>;
  district_code: Defaulted<string | null>;
  /** Names of province, city and district when the station was saved. */
  region_text: Defaulted<string>;
  address: Defaulted<string | null>;
  address_detail: Defaulted<string | null>;
  /** Longitude of the centre in degrees, GCJ-02, 6 decimals. */
  lng: Defaulted<number | null>;
  lat: Defaulted<number | null>;
  service_types: DefaultedJson<string[]>;
  book_days: Defaulted<number | null>;
  slot_min: Defaulted<number | null>;
  promise_min: Defaulted<number | null>;
  max_distance_m: Defaulted<number | null>;
  max_weight_g: Defaulted<number | null>;
  settlement_mode: Defaulted<'balance' | 'deposit' | null>;
  fee_plan_id: Defaulted<number | null>;
  platform_rate_bp: Defaulted<number | null>;
  platform_fixed_fen: Defaulted<number | null>;
  rider_share_bp: Defaulted<number | null>;
  settle_cycle: Defaulted<'T0' | 'T1' | 'T7' | 'month' | null>;
  deposit_fen: Defaulted<number>;
  deposit_warn_fen: Defaulted<number>;
  credit_limit_fen: Defaulted<number>;
  contact_name: Defaulted<string>;
  contact_tel: Defaulted<string>;
  emergency_tel: Defaulted<string | null>;
  email: Defaulted<string | null>;
  licence_no: Defaulted<string | null>;
  licence_file: Defaulted<number | null>;
  legal_name: Defaulted<string | null>;
  /** Account id of the administrator. The other `admin_` columns and `notify_by_sms` contain the data of the invitation. */
  admin_account_id: Defaulted<number | null>;
  admin_account: Defaulted<string | null>;
  admin_name: Defaulted<string | null>;
  admin_tel: Defaulted<string | null>;
  admin_identity_id: Defaulted<number | null>;
  notify_by_sms: Defaulted<boolean>;
  status: Defaulted<TeamState>;
  status_reason: Defaulted<string | null>;
  pause_at: Defaulted<Date | null>;
  resume_at: Defaulted<Date | null>;
  opened_at: Defaulted<Date | null>;
  closed_at: Defaulted<Date | null>;
  /** Wizard step of a draft, from 1 to 6. */
  draft_step: Defaulted<number | null>;
  /** Values that the wizard has saved. `{}` after the submission. */
  draft_values: DefaultedJson<Record<string, unknown>>;
}

/** A service area (服务区域). Each station has at most one `current` row and one `next` row. */
interface TeamAreaTable {
  id: number;
  team_id: number;
  mode: 'hexagon' | 'polygon' | 'circle' | 'district';
  hex_size_km: Defaulted<number | null>;
  /** Polygon with 3–200 points. The first point is not repeated at the end. */
  polygon: JSONColumnType<LngLat[]>;
  area_km2: number;
  min_lng: number;
  min_lat: number;
  max_lng: number;
  max_lat: number;
  phase: 'current' | 'next' | 'past';
  effective_from: Date;
  effective_to: Defaulted<Date | null>;
  created_at: Date;
  created_by: Defaulted<number>;
}

/** Business hours per weekday. 0 is Sunday. A day without a row is closed. */
interface TeamHoursTable {
  team_id: number;
  weekday: number;
  ranges: JSONColumnType<HourRange[]>;
}

interface TeamHolidayTable {
  team_id: number;
  /** Day in the format `yyyy-MM-dd`. */
  date: string;
  closed: boolean;
  ranges: JSONColumnType<HourRange[]>;
}

/** Fee terms that take effect later. Each station has at most one `next` row. */
interface TeamFeeChangeTable {
  id: number;
  team_id: number;
  /** Changed fields of wizard step 4, by their API names. */
  changes: JSONColumnType<Record<string, string | number | null>>;
  phase: 'next' | 'past';
  effective_from: Date;
  created_at: Date;
  created_by: Defaulted<number>;
  created_by_name: Defaulted<string>;
}

/** A switch that staff have set (站点开关). All other switches have the value `SWITCHES[key].initial`. */
interface TeamSwitchTable {
  id: number;
  team_id: number;
  key: SwitchKey;
  on: boolean;
  params: JSONColumnType<Record<string, unknown>>;
  until: Defaulted<Date | null>;
  reason: Defaulted<string | null>;
  version: Defaulted<number>;
  created_at: Date;
  updated_at: Date;
  created_by: Defaulted<number>;
  updated_by: Defaulted<number>;
  updated_by_name: Defaulted<string>;
}

/** A log entry about a change of a station. Append-only. */
interface TeamLogTable {
  id: number;
  team_id: number;
  kind: 'status' | 'switch' | 'area' | 'fee';
  /** Lifecycle action or cause (kind `status`), switch key (`switch`), mode of the area (`area`), or `update` (`fee`). */
  subject: string;
  old_value: JSONColumnType<Record<string, unknown>>;
  new_value: JSONColumnType<Record<string, unknown>>;
  reason: Defaulted<string | null>;
  /** Account id. 0 means the system. */
  by_id: Defaulted<number>;
  by_name: Defaulted<string>;
  at: Date;
}

/** A ticket for the station's own console. It is valid for 60 s and can be used once. Only its hash is stored. */
interface TeamConsoleTicketTable {
  id: number;
  team_id: number;
  account_id: number;
  ticket_hash: string;
  expires_at: Date;
  created_at: Date;
}

/** A short notice to the riders of a station. */
interface RiderNoticeTable {
  id: number;
  team_id: number;
  content: string;
  receivers: number;
  created_at: Date;
  created_by: Defaulted<number>;
  created_by_name: Defaulted<string>;
}
