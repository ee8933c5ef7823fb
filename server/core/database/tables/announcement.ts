import type { ColumnType, Generated } from 'kysely';
import type { AnnouncementTarget } from '../../../../contract/announcement.forms';
import type {
  AnnounceChannel,
  AnnounceLevel,
  AnnouncementState,
  AudienceType,
  PersonType,
  Popup,
  QuizQuestion,
} from '../../../../contract/announcement.states';
import type { Locale } from '../../../../contract/text';

/** Announcements and their receipts (migrations 0005, 0220). Owned by server/modules/announcement. */
export interface AnnouncementTables {
  announcement: AnnouncementTable;
  announcement_receipt: ReceiptTable;
}

/** A jsonb column that is read as a value and written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
type JsonDefaulted<T> = ColumnType<T, string | undefined, string>;
type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface AnnouncementTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  /** Account id of the author. 0 means the system. */
  created_by: Generated<number>;
  updated_by: Generated<number>;
  author_name: Defaulted<string>;
  /** Titles by language. A missing or empty title falls back to the default language. */
  title: Json<Partial<Record<Locale, string>>>;
  /** Sanitised HTML by language. */
  content: Json<Partial<Record<Locale, string>>>;
  level: AnnounceLevel;
  audience_type: AudienceType;
  target: JsonDefaulted<Partial<AnnouncementTarget>>;
  /** Ids of the stations in the data scopes of the author and the publisher. `null` means that neither scope is restricted. */
  scope_team_ids: ColumnType<readonly number[] | null, string | null | undefined, string | null>;
  channels: JsonDefaulted<AnnounceChannel[]>;
  popup: Defaulted<Popup>;
  must_confirm: Defaulted<boolean>;
  confirm_text: Defaulted<string | null>;
  quiz: JsonDefaulted<QuizQuestion[]>;
  /** Ids of stored files. */
  attachments: JsonDefaulted<number[]>;
  publish_mode: Defaulted<'now' | 'at'>;
  /** Planned publication time. A publication by a user sets it to the actual time. `null` before that if no time is planned. */
  publish_at: Date | null;
  expire_at: Date | null;
  /** Whether people who join the audience after the publication also receive the announcement. */
  dynamic_target: Defaulted<boolean>;
  pinned: Defaulted<boolean>;
  state: AnnouncementState;
  revision_of: Defaulted<number | null>;
  /** Time of the first read. After this time the text cannot be changed. `null` before the first read. */
  locked_at: Defaulted<Date | null>;
  withdrawn_at: Defaulted<Date | null>;
  withdraw_reason: Defaulted<string | null>;
  /** Size of the audience when the announcement was last saved, scheduled or published by a user. */
  planned_count: Defaulted<number>;
  /** Counts of the receipts. The transaction that changes receipts also updates these counts. */
  target_count: Defaulted<number>;
  read_count: Defaulted<number>;
  confirmed_count: Defaulted<number>;
  /** Progress of writing receipts: the kind of recipient in progress. `fill_to` is the id of the last processed recipient of that kind. */
  fill_step: Defaulted<number>;
  fill_to: Defaulted<number>;
  is_filled: Defaulted<boolean>;
  reminded_at: Defaulted<Date | null>;
  deleted_at: Defaulted<Date | null>;
}

interface ReceiptTable {
  id: number;
  announcement_id: number;
  person_type: PersonType;
  /** Id of the account, rider or merchant. */
  person_id: number;
  team_id: number | null;
  /** Time when the announcement was delivered. */
  created_at: Date;
  read_at: Defaulted<Date | null>;
  confirmed_at: Defaulted<Date | null>;
  device: Defaulted<string | null>;
  answers: ColumnType<number[] | null, string | null | undefined, string | null>;
  reminded_at: Defaulted<Date | null>;
}
