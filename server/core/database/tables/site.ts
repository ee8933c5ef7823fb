import type { ColumnType } from 'kysely';

/** jsonb: read as a value, written as JSON text. */
type Json = ColumnType<unknown, string, string>;

/** Settings of the tenant, files, preferences, page views (DOMAIN §3.7, §6.2). */
export interface SiteTables {
  /** Append-only: the newest version of a group is in force. */
  site_setting: {
    id: number;
    group_key: string;
    version: number;
    content: Json;
    changed: Json;
    created_at: Date;
    created_by: number;
    /** Names of the secrets that were stored when this version took effect; null for versions from before 0042. */
    secrets: ColumnType<readonly string[] | null, string | undefined, string>;
    /** The version whose values this version restores. */
    restored_from: ColumnType<number | null, number | null | undefined, number | null>;
  };
  /** State of a settings group for an outside platform (DOMAIN §5.7 ConfigState). */
  config_state: {
    group_key: string;
    enabled: boolean;
    tested_at: Date | null;
    /** The tested version of the settings. */
    test_version: number | null;
    test_result: ColumnType<unknown, string | null | undefined, string | null>;
    changed_at: Date;
    changed_by: number;
    version: number;
  };
  /** Encrypted values; `place` is also their additional authenticated data. */
  secret_value: { place: string; sealed: Buffer; updated_at: Date; updated_by: number };
  stored_file: {
    id: number;
    scene: string;
    /** A neutral name if the file is sealed. */
    name: string;
    /** The encrypted name of a file whose content is encrypted too; null: neither is. */
    sealed_name: ColumnType<Buffer | null, Buffer | null | undefined, Buffer>;
    content_type: string;
    bytes: number;
    width: number | null;
    height: number | null;
    sha256: string;
    created_at: Date;
    created_by: number;
    /** Time and place of the camera; of evidence only. */
    captured_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    lng: ColumnType<number | null, number | null | undefined, number | null>;
    lat: ColumnType<number | null, number | null | undefined, number | null>;
    /** The sender's app stated time and place; the file does not contain them. */
    capture_stated: ColumnType<boolean, boolean | undefined, boolean>;
  };
  preference: { account_id: number; key: string; content: Json; updated_at: Date };
  page_view: { day: string; path: string; views: number };
}
