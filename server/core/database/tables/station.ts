import type { ColumnType, JSONColumnType } from 'kysely';
import type { LngLat } from '../../../../contract/hexagon';
import type { SwitchKey } from '../../../../contract/switches';
import type { TeamState } from '../../../../contract/team.states';

/** Tables of the stations module (DOMAIN §5.2) and of station operation. Owned by server/modules/team and …/operation. */
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

/** Optional on insert. */
type Defaulted<T> = ColumnType<T, T | undefined, T>;
type DefaultedJson<T extends object> = ColumnType<T, string | undefined, string>;

/** Business hours of one day: `HH:mm`, `24:00` allowed as an end. */
export interface HourRange {
  from: string;
  to: string;
}

/** A station (站点). Its balances are in the ledger. */
interface TeamTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  updated_at: Date;
  created_by: Defaulted<number>;
  updated_by: Defaulted<number>;
  /** Names at the time of the change, so that history needs no join with accounts. */
  created_by_name: Defaulted<string>;
  updated_by_name: Defaulted<string>;
  deleted_at: Defaulted<Date | null>;
  /** Empty only for a draft. */
  code: Defaulted<string>;
  name: Defaulted<string>;
  /** File ids. */
  logo: Defaulted<number | null>;
  images: DefaultedJson<number[]>;
  team_type: Defaulted<'self' | 'franchise' | 'partner'>;
  franchisee_id: Defaulted<number | null>;
  province_code: Defaulted<string | null>;
  city_code: Defaulted<string | null>;
  district_code: Defaulted<string | null>;
  /** The names of the three regions at the time of saving. */
  region_text: Defaulted<string>;
  address: Defaulted<string | null>;
  address_detail: Defaulted<string | null>;
  /** Centre; degrees, GCJ-02, 6 decimals. */
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
  /** The administrator's account, and the data of the invitation. */
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
  /** 1–6 for a draft. */
  draft_step: Defaulted<number | null>;
  /** Values of the wizard so far; `{}` once submitted. */
  draft_values: DefaultedJson<Record<string, unknown>>;
}

/** A service area (服务区域). At most one row per station is `current` and at most one `next`. */
interface TeamAreaTable {
  id: number;
  team_id: number;
  mode: 'hexagon' | 'polygon' | 'circle' | 'district';
  hex_size_km: Defaulted<number | null>;
  /** 3–200 points, not closed. */
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

/** Weekly hours; 0 = Sunday. A day without a row is closed. */
interface TeamHoursTable {
  team_id: number;
  weekday: number;
  ranges: JSONColumnType<HourRange[]>;
}

interface TeamHolidayTable {
  team_id: number;
  /** `yyyy-MM-dd` */
  date: string;
  closed: boolean;
  ranges: JSONColumnType<HourRange[]>;
}

/** Money rules that take effect later. At most one row per station is `next`. */
interface TeamFeeChangeTable {
  id: number;
  team_id: number;
  /** Changed columns of step 4 by their API names. */
  changes: JSONColumnType<Record<string, string | number | null>>;
  phase: 'next' | 'past';
  effective_from: Date;
  created_at: Date;
  created_by: Defaulted<number>;
  created_by_name: Defaulted<string>;
}

/** A switch that staff have set (站点开关); all other switches have the value `SWITCHES[key].initial`. */
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

/** A change of a station. Append-only. */
interface TeamLogTable {
  id: number;
  team_id: number;
  kind: 'status' | 'switch' | 'area' | 'fee';
  /** The action of the lifecycle, or the key of the switch. */
  subject: string;
  old_value: JSONColumnType<Record<string, unknown>>;
  new_value: JSONColumnType<Record<string, unknown>>;
  reason: Defaulted<string | null>;
  /** Account id, 0 = system. */
  by_id: Defaulted<number>;
  by_name: Defaulted<string>;
  at: Date;
}

/** A ticket for the station's own console, valid once and for 60 s. Only its hash is stored. */
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
