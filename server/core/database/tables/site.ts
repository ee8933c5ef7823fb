import type { ColumnType } from 'kysely';

/** A jsonb column that is read as a value and written as JSON text. */
type Json = ColumnType<unknown, string, string>;

/** Settings and secrets of the tenant, files, preferences and page views (DOMAIN §3.7, §6.2). */
export interface SiteTables {
  /** Settings by group. Append-only: the newest version of a group is valid. */
  site_setting: {
    id: number;
    group_key: string;
    version: number;
    content: Json;
    changed: Json;
    created_at: Date;
    created_by: number;
    /** Names of the secrets that were stored when this version became valid. `null` for versions from before migration 0042. */
    secrets: ColumnType<readonly string[] | null, string | undefined, string>;
    /** Version whose values this version restores. `null` when this version restores no other version. */
    restored_from: ColumnType<number | null, number | null | undefined, number | null>;
  };
  /** State of a settings group for an outside platform (DOMAIN §5.7 ConfigState). */
  config_state: {
    group_key: string;
    enabled: boolean;
    tested_at: Date | null;
    /** Version of the settings that was tested. */
    test_version: number | null;
    test_result: ColumnType<unknown, string | null | undefined, string | null>;
    changed_at: Date;
    changed_by: number;
    version: number;
  };
  /** Encrypted values. `place` identifies a value and is also the additional authenticated data of its encryption. */
  secret_value: { place: string; sealed: Buffer; updated_at: Date; updated_by: number };
  stored_file: {
    id: number;
    scene: string;
    /** File name. The name is `file` when the content is encrypted. `sealed_name` then contains the original name. */
    name: string;
    /** Encrypted name of a file whose content is also encrypted. `null` means that name and content are not encrypted. */
    sealed_name: ColumnType<Buffer | null, Buffer | null | undefined, Buffer>;
    content_type: string;
    bytes: number;
    width: number | null;
    height: number | null;
    sha256: string;
    created_at: Date;
    created_by: number;
    /** Time of the recording, from the file or from the sender's app. `lng` and `lat` are the place. Only evidence has these values. */
    captured_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    lng: ColumnType<number | null, number | null | undefined, number | null>;
    lat: ColumnType<number | null, number | null | undefined, number | null>;
    /** Whether the sender's app stated time and place because the file does not contain them. */
    capture_stated: ColumnType<boolean, boolean | undefined, boolean>;
  };
  preference: { account_id: number; key: string; content: Json; updated_at: Date };
  page_view: { day: string; path: string; views: number };
}
