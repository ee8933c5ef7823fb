import type { ColumnType } from 'kysely';
import type {
  AuditOpinion,
  CodeAction,
  CodeResult,
  CodeTaskState,
  MiniPlatform,
  MiniVersionState,
} from '../../../../contract/miniCode.states';
import type { Locale } from '../../../../contract/text';

/** Mini program versions and their tasks (migration 0048). Owned by server/modules/miniCode. */
export interface MiniCodeTables {
  mini_version: MiniVersionTable;
  mini_code_task: MiniCodeTaskTable;
}

/** A column that is optional on insert. */
type Given<T> = ColumnType<T, T | undefined, T>;
type Json<T> = ColumnType<T, string | undefined, string>;

interface MiniVersionTable {
  id: number;
  version: Given<number>;
  created_at: Date;
  updated_at: Date;
  platform: MiniPlatform;
  app_id: string;
  app_version: string;
  rank: number;
  description: Given<string>;
  source: 'template' | 'upload';
  state: MiniVersionState;
  /** State that the platform last reported. `null` before the first report. */
  channel_state: Given<MiniVersionState | null>;
  audit_opinion: ColumnType<AuditOpinion | null, string | null | undefined, string | null>;
  gray_percent: Given<number | null>;
  auto_online: Given<boolean>;
  uploaded_at: Date;
  uploaded_by_name: Given<string>;
  submitted_at: Given<Date | null>;
  released_at: Given<Date | null>;
  qr: Given<string | null>;
  log: Given<string | null>;
}

interface MiniCodeTaskTable {
  id: number;
  created_at: Date;
  no: string;
  platform: MiniPlatform;
  app_id: string;
  action: CodeAction;
  app_version: string | null;
  target: Given<string | null>;
  input: Json<Readonly<Record<string, unknown>>>;
  sealed: Given<Buffer | null>;
  state: CodeTaskState;
  account_id: number;
  account_name: string;
  locale: Locale;
  started_at: Given<Date | null>;
  called_at: Given<Date | null>;
  ended_at: Given<Date | null>;
  holder: Given<string | null>;
  beat_at: Given<Date | null>;
  asks: Given<number>;
  ask_at: Given<Date | null>;
  result: Json<CodeResult>;
}
