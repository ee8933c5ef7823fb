import type { ColumnType, JSONColumnType } from 'kysely';
import type { NoticeChannel, NoticeEvent, NoticeSource, NoticeType } from '../../../../contract/notice.events';
import type { Locale, Text } from '../../../../contract/text';

/** Optional on insert. */
type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** Notices, their rules and messages (DOMAIN §5.7). Owned by the modules notice and noticeRule. */
export interface NoticeTables {
  notice_outbox: NoticeOutboxTable;
  /** One row, id 1. */
  notice_feed: { id: number; seq: number };
  bell_notice: BellNoticeTable;
  bell_inbox: { account_id: number; seq: number };
  notice_rule: NoticeRuleTable;
  notice_sms: NoticeSmsTable;
  notice_choice: NoticeChoiceTable;
}

/** A notice to be delivered. Append-only until delivery; old rows are deleted. */
interface NoticeOutboxTable {
  id: number;
  at: Date;
  /** The event whose rule decides the receivers; null: only `account_ids`. */
  event: NoticeEvent | null;
  type: NoticeType;
  source: NoticeSource;
  title: JSONColumnType<Text>;
  content: JSONColumnType<Text>;
  /** Path inside the console. */
  link: Defaulted<string>;
  /** Receivers in any case, whatever the rule says. */
  account_ids: JSONColumnType<number[]>;
  team_id: number | null;
  /** The value to compare with a rule's threshold. */
  value: number | null;
  /** Prevents duplicates of the same notice. */
  dedupe: string | null;
  delivered_at: Defaulted<Date | null>;
}

/** A notice in an account's inbox (消息). */
interface BellNoticeTable {
  id: number;
  account_id: number;
  type: NoticeType;
  event: NoticeEvent | null;
  source: NoticeSource;
  title: JSONColumnType<Text>;
  content: JSONColumnType<Text>;
  link: Defaulted<string>;
  /** Number of merged occurrences. */
  count: Defaulted<number>;
  read: Defaulted<boolean>;
  /** The newest occurrence. */
  at: Date;
  /** The first occurrence, which starts the merge window. */
  first_at: Date;
  /** Position in the feed; increases with each merge. */
  seq: number;
  /** When its owner deleted it. It is hidden; the deletion can be undone for a while. */
  removed_at: Date | null;
}

/** 通知规则. An event without a row uses the contract's initial rule. */
interface NoticeRuleTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  updated_at: Date;
  created_by: Defaulted<number>;
  updated_by: Defaulted<number>;
  event: NoticeEvent;
  enabled: boolean;
  threshold: number | null;
  channels: JSONColumnType<NoticeChannel[]>;
  identity_ids: JSONColumnType<number[]>;
  account_ids: JSONColumnType<number[]>;
  team_admins: boolean;
  merge_min: number;
  /** `HH:mm` in the platform's time zone. */
  quiet_from: string | null;
  quiet_to: string | null;
}

/** An event's channel that the account has switched off for itself (新消息通知). */
interface NoticeChoiceTable {
  account_id: number;
  event: NoticeEvent;
  channel: NoticeChannel;
  at: Date;
}

/** A text message to be sent. `sending` with a past `due_at`: the sending process has died. */
interface NoticeSmsTable {
  id: number;
  account_id: number;
  tel: string;
  text: string;
  locale: Locale;
  state: Defaulted<'waiting' | 'sending' | 'sent' | 'failed'>;
  attempts: Defaulted<number>;
  due_at: Date;
  created_at: Date;
  sent_at: Defaulted<Date | null>;
  error: Defaulted<string | null>;
}
