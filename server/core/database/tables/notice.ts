import type { ColumnType, JSONColumnType } from 'kysely';
import type { NoticeChannel, NoticeEvent, NoticeSource, NoticeType } from '../../../../contract/notice.events';
import type { Locale, Text } from '../../../../contract/text';

/** A column that is optional on insert. */
type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** Notices, their rules and messages (DOMAIN §5.7). Owned by the modules notice and noticeManage. */
export interface NoticeTables {
  notice_outbox: NoticeOutboxTable;
  /** Newest position in the feed. The table has a single row with id 1. */
  notice_feed: { id: number; seq: number };
  bell_notice: BellNoticeTable;
  bell_inbox: { account_id: number; seq: number };
  notice_rule: NoticeRuleTable;
  notice_sms: NoticeSmsTable;
  notice_choice: NoticeChoiceTable;
  low_balance: LowBalanceTable;
}

/** A notice to deliver. A row is not changed before its delivery. A job deletes delivered rows after some time. */
interface NoticeOutboxTable {
  id: number;
  at: Date;
  /** Event whose rule determines the recipients. `null` means that only `account_ids` receive the notice. */
  event: NoticeEvent | null;
  type: NoticeType;
  source: NoticeSource;
  title: JSONColumnType<Text>;
  content: JSONColumnType<Text>;
  /** Path of a console page. */
  link: Defaulted<string>;
  /** Accounts that receive the notice in addition to the recipients of the rule. */
  account_ids: JSONColumnType<number[]>;
  team_id: number | null;
  /** The application or the franchisee of an event that belongs to no station. `null` in rows of older servers. */
  object_id: Defaulted<number | null>;
  /** Value that is compared with the rule's threshold. */
  value: number | null;
  /** Key of the notice. A second notice with the same key is not stored. `null` means that the notice has no key. */
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
  /** Time of the newest occurrence. */
  at: Date;
  /** Time of the first occurrence. The merge window starts at this time. */
  first_at: Date;
  /** Position in the feed. Each merge increases the position. */
  seq: number;
  /** Time when the account deleted the notice. The notice is hidden, and the deletion can be undone for a limited time. */
  removed_at: Date | null;
}

/** A notice rule (通知规则). An event without a row uses the event's initial rule in `contract/`. */
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
  /** Start of the quiet hours as `HH:mm` in the platform's time zone. */
  quiet_from: string | null;
  quiet_to: string | null;
}

/** A channel that the account has switched off for an event (新消息通知). */
interface NoticeChoiceTable {
  account_id: number;
  event: NoticeEvent;
  channel: NoticeChannel;
  at: Date;
}

/** A merchant number whose balance is below the threshold of the rule `balanceBelow`. The notice about it has been sent. */
interface LowBalanceTable {
  merchant_number_id: number;
  at: Date;
}

/** A text message to send. `sending` with a past `due_at` means that the sending process crashed. */
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
