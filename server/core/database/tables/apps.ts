import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AppKind, AppPlatform, AppVersionState, Force } from '../../../../contract/appVersion.states';
import type { Text } from '../../../../contract/text';

/** Versions of the apps (migration 0051). Owned by server/modules/app. */
export interface AppVersionTables {
  app_version: AppVersionTable;
}

interface AppVersionTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  created_by: number;
  created_by_name: string;
  app: AppKind;
  platform: AppPlatform;
  version_name: string;
  build: number;
  channel: string;
  min_system: string;
  address: string;
  package_name: string;
  /** Size of the package in bytes. */
  package_size: number | null;
  sha256: string | null;
  sign_sha256: string | null;
  force: Force;
  gray_percent: number;
  /** Release notes by language. A language without notes has an empty text. */
  notes: JSONColumnType<Text, string, string>;
  state: AppVersionState;
  published_at: Date | null;
  withdraw_reason: string | null;
  downloads: ColumnType<number, number | undefined, number>;
}
