import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { NoticeContent } from '../../../../contract/serviceNotice';
import type { NoticeAudience } from '../../../../contract/serviceNotice.audience';
import type {
  DeliveryReason,
  DeliveryState,
  NoticePerson,
  NoticeTaskState,
  ServiceChannel,
  TemplatePerson,
  TemplateState,
} from '../../../../contract/serviceNotice.states';

/**
 * Service notices (migrations 0160, 0251, DOMAIN §3.4). Owned by server/modules/serviceNotice. In `user_reach` and `user_push_device`,
 * `user_id` is the id of a user. In the other tables it is the id of a user, rider or merchant, and the `person_type` of the row, or of
 * its task or list, states which.
 */
export interface ServiceNoticeTables {
  service_notice_template: TemplateTable;
  service_notice_task: TaskTable;
  service_notice_delivery: DeliveryTable;
  service_notice_day: DayTable;
  service_notice_list: ListTable;
  service_notice_list_user: { list_id: number; user_id: number };
  user_inbox: InboxTable;
  user_reach: ReachTable;
  user_push_device: PushDeviceTable;
}

type Later<T> = ColumnType<T | null, T | null | undefined, T | null>;
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}
type Quiet = ColumnType<QuietHours | null, string | null, string | null>;

/** A notice template (通知模板). */
interface TemplateTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  updated_by_name: string;
  code: string;
  name: string;
  channel: ServiceChannel;
  person_type: Generated<TemplatePerson>;
  content: JSONColumnType<NoticeContent, string, string>;
  /** Maximum number of messages per person and day. 0 means no limit. */
  daily_cap: number;
  quiet_hours: Quiet;
  unit_fen: number;
  status: TemplateState;
}

/** A sending task (发送任务). Text, limits and price are copied from the template when the task is created. */
interface TaskTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  no: string;
  title: string;
  template_id: number;
  template_name: string;
  channel: ServiceChannel;
  /** Text of the message with filled variables. */
  content: JSONColumnType<NoticeContent, string, string>;
  daily_cap: number;
  quiet_hours: Quiet;
  unit_fen: number;
  variables: JSONColumnType<Record<string, string>, string, string>;
  person_type: Generated<NoticePerson>;
  audience: JSONColumnType<NoticeAudience, string, string>;
  exclude_blacklist: boolean;
  /** Ids of the stations in the maker's data scope. `null` means that the data scope does not limit the recipients. */
  scope_team_ids: ColumnType<number[] | null, string | null, string | null>;
  state: NoticeTaskState;
  send_at: Date;
  started_at: Later<Date>;
  /** Id of the last person for whom a row in `service_notice_delivery` was written. */
  filled_to: Generated<number>;
  is_filled: Generated<boolean>;
  /** End of the quiet hours that delay the sending. */
  waits_until: Later<Date>;
  ended_at: Later<Date>;
  withdrawn_at: Later<Date>;
  /** Reason why staff cancelled the task. */
  note: Later<string>;
  /** Whether the task was cancelled because it exceeds the maker's limit of recipients. */
  is_over_limit: Generated<boolean>;
  total: Generated<number>;
  sent: Generated<number>;
  delivered: Generated<number>;
  opened: Generated<number>;
  failed: Generated<number>;
  skipped: Generated<number>;
  cost_fen: Generated<number>;
  by_id: number;
  by_name: string;
  by_is_owner: boolean;
}

/** Number of messages of a template that were sent to a person on a day. Only templates with a daily limit are counted. */
interface DayTable {
  user_id: number;
  person_type: Generated<NoticePerson>;
  template_id: number;
  day: string;
  sent: number;
}

/** A message of a task to a person. */
interface DeliveryTable {
  id: number;
  created_at: Date;
  task_id: number;
  template_id: number;
  user_id: number;
  state: DeliveryState;
  /**
   * Attempt number, which is part of the message number. A retry after a known failure gets the next number, so the channel treats it as a
   * new message. A retry after an unknown result repeats the number, so a channel that detects repetitions does not send the message twice.
   */
  attempts: Generated<number>;
  reason: Later<DeliveryReason>;
  /** Error text of the channel. */
  error: Later<string>;
  upstream_no: Later<string>;
  /** Idempotency key that the channel reserved before the sending. The key prevents a retry from sending the message twice. */
  reserved_no: Later<string>;
  at: Later<Date>;
  opened_at: Later<Date>;
  cost_fen: Generated<number>;
}

/** A list of people that staff uploaded as a file. */
interface ListTable {
  id: number;
  person_type: Generated<NoticePerson>;
  created_at: Date;
  name: string;
  rows: number;
  matched: number;
  by_id: number;
}

/** A message in the app inbox of a user, rider or merchant. */
interface InboxTable {
  no: string;
  person_type: Generated<NoticePerson>;
  user_id: number;
  task_id: number;
  title: string;
  body: string;
  jump_path: string | null;
  created_at: Date;
  opened_at: Later<Date>;
  withdrawn_at: Later<Date>;
}

/**
 * Data with which a channel reaches a user. An empty `template_id` means the whole channel. Other rows are one-time subscriptions to the
 * template. `left_times` is the number of messages that the subscriptions still allow.
 */
interface ReachTable {
  user_id: number;
  channel: ServiceChannel;
  template_id: Generated<string>;
  address: string | null;
  left_times: Generated<number>;
  /** Whether the user has opted out of messages in this channel. */
  is_off: Generated<boolean>;
  updated_at: Date;
}

/** A device with the users' app. It receives the push messages of the user who signed in last. */
interface PushDeviceTable {
  registration_id: string;
  user_id: number;
  is_bound: boolean;
  updated_at: Date;
}
