import type { ColumnType, JSONColumnType } from 'kysely';
import type { NoticeChannel, NoticeEvent, NoticeSource, NoticeType } from '../../../../contract/notice.events';
import type { Locale, Text } from '../../../../contract/text';

/** May be left out when a row is made. */
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

/** Something that has to be told. Append-only until it was delivered; old ones are forgotten. */
interface NoticeOutboxTable {
  id: number;
  at: Date;
  /** The rule of this event names the receivers; null: only `account_ids`. */
  event: NoticeEvent | null;
  type: NoticeType;
  source: NoticeSource;
  title: JSONColumnType<Text>;
  content: JSONColumnType<Text>;
  /** Path inside the console. */
  link: Defaulted<string>;
  /** Told whatever the rule says. */
  account_ids: JSONColumnType<number[]>;
  team_id: number | null;
  /** What a rule's threshold is compared with. */
  value: number | null;
  /** Makes the same notice unique. */
  dedupe: string | null;
  delivered_at: Defaulted<Date | null>;
}

/** A notice in a person's inbox (消息). */
interface BellNoticeTable {
  id: number;
  account_id: number;
  type: NoticeType;
  event: NoticeEvent | null;
  source: NoticeSource;
  title: JSONColumnType<Text>;
  content: JSONColumnType<Text>;
  link: Defaulted<string>;
  /** Occurrences that were merged into it. */
  count: Defaulted<number>;
  read: Defaulted<boolean>;
  /** The newest occurrence. */
  at: Date;
  /** The first occurrence: the merge window begins there. */
  first_at: Date;
  /** Place in the feed; moves when it is merged into. */
  seq: number;
  /** Its owner deleted it; it can be taken back for a while and is shown nowhere. */
  removed_at: Date | null;
}

/** 通知规则; events without a row follow what the contract says initially. */
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
  /** `HH:mm` on the platform's clock. */
  quiet_from: string | null;
  quiet_to: string | null;
}

/** A channel of an event that a person switched off for himself (新消息通知). */
interface NoticeChoiceTable {
  account_id: number;
  event: NoticeEvent;
  channel: NoticeChannel;
  at: Date;
}

/** A text message on its way. `sending` with a past `due_at`: the process that sent it ended in between. */
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
