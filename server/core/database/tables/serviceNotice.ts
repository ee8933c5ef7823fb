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
 * Service notices (migration 0160, DOMAIN §3.4). Owned by server/modules/serviceNotice. The person of a row is a user, or by its
 * `person_type` or that of its task or list, a rider or merchant: then `user_id` is the id of the rider or merchant.
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

/** 通知模板. */
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
  /** Maximum messages per person and day; 0: no limit. */
  daily_cap: number;
  quiet_hours: Quiet;
  unit_fen: number;
  status: TemplateState;
}

/** 发送任务. Text, limits and price are copied from the template when the task is created. */
interface TaskTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  no: string;
  title: string;
  template_id: number;
  template_name: string;
  channel: ServiceChannel;
  /** The text with its variables filled in. */
  content: JSONColumnType<NoticeContent, string, string>;
  daily_cap: number;
  quiet_hours: Quiet;
  unit_fen: number;
  variables: JSONColumnType<Record<string, string>, string, string>;
  person_type: Generated<NoticePerson>;
  audience: JSONColumnType<NoticeAudience, string, string>;
  exclude_blacklist: boolean;
  /** Stations of the maker's data scope; null: all people. */
  scope_team_ids: ColumnType<number[] | null, string | null, string | null>;
  state: NoticeTaskState;
  send_at: Date;
  started_at: Later<Date>;
  /** Recipients are written up to this id of a person. */
  filled_to: Generated<number>;
  is_filled: Generated<boolean>;
  /** End of the quiet hours that delay the sending. */
  waits_until: Later<Date>;
  ended_at: Later<Date>;
  withdrawn_at: Later<Date>;
  /** Reason of a cancellation by staff. */
  note: Later<string>;
  /** Cancelled because it has more recipients than its maker's limit. */
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

/** Messages of a template to a person per day. */
interface DayTable {
  user_id: number;
  person_type: Generated<NoticePerson>;
  template_id: number;
  day: string;
  sent: number;
}

/** One message of a task to one person. */
interface DeliveryTable {
  id: number;
  created_at: Date;
  task_id: number;
  template_id: number;
  user_id: number;
  state: DeliveryState;
  /** Part of the message's number: the channel treats a retry as another message. */
  attempts: Generated<number>;
  reason: Later<DeliveryReason>;
  /** The channel's own words. */
  error: Later<string>;
  upstream_no: Later<string>;
  /** Idempotency key that the channel reserved before the sending: with it, the message is sent once. */
  reserved_no: Later<string>;
  at: Later<Date>;
  opened_at: Later<Date>;
  cost_fen: Generated<number>;
}

/** A list of people from an uploaded file. */
interface ListTable {
  id: number;
  person_type: Generated<NoticePerson>;
  created_at: Date;
  name: string;
  rows: number;
  matched: number;
  by_id: number;
}

/** Messages in the inbox of the app of users, riders or merchants. */
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

/** Where a user can be reached. `template_id` is empty for the whole channel, else a one-time subscription to that template. */
interface ReachTable {
  user_id: number;
  channel: ServiceChannel;
  template_id: Generated<string>;
  address: string | null;
  left_times: Generated<number>;
  /** The user has opted out of messages there. */
  is_off: Generated<boolean>;
  updated_at: Date;
}

/** A device with the users' app. It receives the pushes of the user who signed in last. */
interface PushDeviceTable {
  registration_id: string;
  user_id: number;
  is_bound: boolean;
  updated_at: Date;
}
