import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { NoticeAudience, NoticeContent } from '../../../../contract/serviceNotice';
import type {
  DeliveryReason,
  DeliveryState,
  NoticeTaskState,
  ServiceChannel,
  TemplateState,
} from '../../../../contract/serviceNotice.states';

/** Service notices (migration 0160, DOMAIN §3.4). Owned by server/modules/serviceNotice. */
export interface ServiceNoticeTables {
  service_notice_template: TemplateTable;
  service_notice_task: TaskTable;
  service_notice_delivery: DeliveryTable;
  service_notice_day: { user_id: number; template_id: number; day: string; sent: number };
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
  content: JSONColumnType<NoticeContent, string, string>;
  /** Messages to one person and day; 0: no limit. */
  daily_cap: number;
  quiet_hours: Quiet;
  unit_fen: number;
  status: TemplateState;
}

/** 发送任务. Text, limits and price are those of the template when the task was made. */
interface TaskTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  no: string;
  title: string;
  template_id: number;
  template_name: string;
  channel: ServiceChannel;
  /** Filled with the variables. */
  content: JSONColumnType<NoticeContent, string, string>;
  daily_cap: number;
  quiet_hours: Quiet;
  unit_fen: number;
  variables: JSONColumnType<Record<string, string>, string, string>;
  audience: JSONColumnType<NoticeAudience, string, string>;
  exclude_blacklist: boolean;
  /** Stations of the maker's data scope; null: all users. */
  scope_team_ids: ColumnType<number[] | null, string | null, string | null>;
  state: NoticeTaskState;
  send_at: Date;
  started_at: Later<Date>;
  /** Recipients are written up to this user. */
  filled_to: Generated<number>;
  is_filled: Generated<boolean>;
  /** End of the quiet hours that sending waits for. */
  waits_until: Later<Date>;
  ended_at: Later<Date>;
  withdrawn_at: Later<Date>;
  /** Why a person cancelled it. */
  note: Later<string>;
  /** Cancelled because it reached more users than its maker may send to. */
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

/** One message of a task to one user. */
interface DeliveryTable {
  id: number;
  created_at: Date;
  task_id: number;
  template_id: number;
  user_id: number;
  state: DeliveryState;
  /** Part of the message's number: a retry is another message at the channel. */
  attempts: Generated<number>;
  reason: Later<DeliveryReason>;
  /** The channel's own words. */
  error: Later<string>;
  upstream_no: Later<string>;
  /** A number that the channel gave before the message was handed over: with it, the same message is sent once. */
  reserved_no: Later<string>;
  at: Later<Date>;
  opened_at: Later<Date>;
  cost_fen: Generated<number>;
}

/** A list of users that came from a file. */
interface ListTable {
  id: number;
  created_at: Date;
  name: string;
  rows: number;
  matched: number;
  by_id: number;
}

/** What the inbox of a user's app holds. */
interface InboxTable {
  no: string;
  user_id: number;
  task_id: number;
  title: string;
  body: string;
  jump_path: string | null;
  created_at: Date;
  opened_at: Later<Date>;
  withdrawn_at: Later<Date>;
}

/** Where a user can be reached. `template_id` '': the channel; another one: a one-time subscription to that template. */
interface ReachTable {
  user_id: number;
  channel: ServiceChannel;
  template_id: Generated<string>;
  address: string | null;
  left_times: Generated<number>;
  /** The user wants no messages there. */
  is_off: Generated<boolean>;
  updated_at: Date;
}

/** A device with the users' app. The user who signed in last receives its pushes. */
interface PushDeviceTable {
  registration_id: string;
  user_id: number;
  is_bound: boolean;
  updated_at: Date;
}
