import { z } from 'zod';
import {
  actionData,
  bulkData,
  bulkIds,
  empty,
  id,
  listData,
  listInput,
  queryList,
  read,
  time,
  write,
} from './endpoint';
import { CLOCK_TIME, LIST_LIMITS } from './limits';
import {
  CHOICE_CHANNELS,
  NOTICE_CHANNELS,
  NOTICE_EVENT_CODES,
  NOTICE_RULE,
  NOTICE_SOURCES,
  NOTICE_TYPES,
} from './notice.events';
import { text } from './text';

/**
 * This file declares the endpoints for the user's own notices and their settings, and for the notice rules (SPEC §3, §4; DOMAIN §3.2,
 * §6.3).
 */

const type = z.enum(NOTICE_TYPES);
const pair = z.object({ total: z.int(), unread: z.int() });
/** Numbers of the caller's notices, in total and by type, and of the caller's unread announcements. */
export const noticeCounts = z.object({
  total: z.int(),
  unread: z.int(),
  types: z.object({ notification: pair, message: pair, event: pair }),
  /** `popups` is the number of announcements that open automatically, because the user has not read or not confirmed them. */
  announcements: z.object({ unread: z.int(), popups: z.int() }),
});
export type NoticeCounts = z.output<typeof noticeCounts>;

export const noticeRow = z.object({
  id: id(),
  type,
  typeText: z.string(),
  source: z.enum(Object.keys(NOTICE_SOURCES) as [keyof typeof NOTICE_SOURCES]),
  sourceText: z.string(),
  title: z.string(),
  content: z.string(),
  /** Path of the page that the notice opens. It is empty if the notice opens nothing. */
  link: z.string(),
  /** Number of events in this notice. It is 1 until a further event is merged into the notice. */
  count: z.int(),
  read: z.boolean(),
  at: time(),
  actions: z.array(z.enum(['open', 'read', 'remove'])),
});
export type NoticeRow = z.output<typeof noticeRow>;

/** Names of the actions, as the operation records show them. */
const ACTIONS = {
  saveNotify: text('修改新消息通知', 'Change own notifications', 'Alterar próprias notificações', '修改新訊息通知'),
  read: text('标记通知已读', 'Mark notices read', 'Marcar como lidas', '標記通知已讀'),
  readAll: text('全部标记已读', 'Mark all notices read', 'Marcar todas como lidas', '全部標記已讀'),
  clear: text('清空通知', 'Clear notices', 'Limpar notificações', '清空通知'),
  remove: text('删除通知', 'Delete notices', 'Excluir notificações', '刪除通知'),
  restore: text('恢复通知', 'Restore notices', 'Restaurar notificações', '恢復通知'),
  saveRule: text('保存通知规则', 'Save notice rule', 'Salvar regra de notificação', '儲存通知規則'),
} as const;
const audit = (action: keyof typeof ACTIONS) => ({ module: 'notice', action, object: 'notice', text: ACTIONS[action] });
const changed = bulkData.extend({ counts: noticeCounts });

/* ---- notice rules (通知规则) ---- */

const hhmm = z.string().regex(CLOCK_TIME);
const event = z.enum(NOTICE_EVENT_CODES);
const ids = () => z.array(id()).max(NOTICE_RULE.receivers);
const rule = {
  event,
  enabled: z.boolean(),
  /** Threshold in the unit of the event. `null` means that the event has no threshold. */
  threshold: z.int().min(NOTICE_RULE.threshold.min).max(NOTICE_RULE.threshold.max).nullable(),
  channels: z.array(z.enum(NOTICE_CHANNELS)).min(1).max(NOTICE_CHANNELS.length),
  identityIds: ids(),
  accountIds: ids(),
  /** `true` means that administrators of the event's station also receive the notice. */
  teamAdmins: z.boolean(),
  /** Minutes in which repeated events are merged into one notice. 0 means that events are never merged. */
  mergeMin: z.int().min(NOTICE_RULE.mergeMin.min).max(NOTICE_RULE.mergeMin.max),
  /**
   * Quiet hours. Text messages and official account messages from these hours are sent when the hours end. `null` means that there are no
   * quiet hours.
   */
  quiet: z.object({ from: hhmm, to: hhmm }).nullable(),
};

export const noticeEndpoints = {
  'dashboard.Notice/getList': read({
    summary: "The caller's own notices, newest first.",
    access: 'signedIn',
    input: listInput(
      {
        type: queryList(type),
        read: z.enum(['true', 'false']).optional(),
        atFrom: z.iso.date().optional(),
        atTo: z.iso.date().optional(),
      },
      ['at'],
    ),
    data: listData(noticeRow, empty),
    errors: [40006],
  }),
  'dashboard.Notice/getUnread': read({
    summary: 'How many notices the caller has, and how many of them are unread.',
    access: 'signedIn',
    input: z.object({}),
    data: noticeCounts,
  }),
  'dashboard.Notice/read': write({
    summary: 'Marks notices as read; others than the own ones are left alone.',
    access: 'signedIn',
    audit: audit('read'),
    input: z.object({ ids: bulkIds() }),
    data: changed,
  }),
  'dashboard.Notice/readAll': write({
    summary: 'Marks all notices of a type, or all there are, as read.',
    access: 'signedIn',
    audit: audit('readAll'),
    input: z.object({ type: type.optional() }),
    data: changed,
  }),
  'dashboard.Notice/clear': write({
    summary: 'Deletes all notices of a type.',
    access: 'signedIn',
    risk: 'confirm',
    audit: audit('clear'),
    input: z.object({ type }),
    data: changed,
  }),
  'dashboard.Notice/remove': write({
    summary: 'Deletes notices; others than the own ones are left alone.',
    access: 'signedIn',
    risk: 'confirm',
    audit: audit('remove'),
    input: z.object({ ids: bulkIds() }),
    data: changed,
  }),
  'dashboard.Notice/restore': write({
    summary:
      'Puts notices back as they were: `kept`: deleted ones, within minutes of that · `unread`: read ones. Others than the own ones are left alone.',
    access: 'signedIn',
    audit: audit('restore'),
    input: z.object({ ids: z.array(id()).min(1).max(LIST_LIMITS.bulkByFilter), as: z.enum(['kept', 'unread']) }),
    data: changed,
  }),
  'dashboard.Notice/stream': read({
    summary:
      'New notices and counts as server-sent events while `Accept: text/event-stream` is asked for; without it, one answer with the current counts.',
    access: 'signedIn',
    stream: true,
    input: z.object({}),
    data: z.object({ counts: noticeCounts, lastEventId: z.int() }),
    errors: [42901],
  }),
  'dashboard.Notice/getRules': read({
    summary: 'The rule of every event.',
    access: { rule: 502 },
    input: z.object({}),
    data: z.object({
      list: z.array(
        z.object({
          ...rule,
          eventText: z.string(),
          help: z.string(),
          ofTeam: z.boolean(),
          receiverText: z.string(),
          /** Version of the rule. It is 0 until the rule is saved for the first time. */
          version: z.int(),
          updatedAt: time().nullable(),
          updatedByName: z.string(),
        }),
      ),
      /** `true` means that text messages are only written to the local outbox. */
      smsSimulated: z.boolean(),
      /** Number of text messages that can still be sent. `null` means that the provider does not report it. */
      smsQuota: z.int().nullable(),
    }),
  }),
  'dashboard.Notice/saveRule': write({
    summary: 'Saves the rule of one event.',
    access: { rule: 502 },
    versioned: true,
    audit: { ...audit('saveRule'), object: 'noticeRule' },
    input: z.object({ ...rule, version: z.int().min(0) }),
    data: actionData,
    errors: [40901],
  }),
  'dashboard.Account/getNotify': read({
    summary: 'Notices that the caller wants, event by channel (新消息通知).',
    access: 'signedIn',
    input: z.object({}),
    data: z.object({
      channels: z.array(
        z.object({
          channel: z.enum(CHOICE_CHANNELS),
          text: z.string(),
          /**
           * `ready`: can send · `simulated`: only the local outbox or a simulator receives messages · `empty`: no text message is left ·
           * `unbound`: no WeChat account is bound · `missing`: the channel is not configured.
           */
          state: z.enum(['ready', 'simulated', 'empty', 'unbound', 'missing']),
        }),
      ),
      list: z.array(
        z.object({
          event: z.enum(NOTICE_EVENT_CODES),
          eventText: z.string(),
          help: z.string(),
          /** `true` means that the notice rule includes the caller. If it is `false`, the caller has no choice to make. */
          receives: z.boolean(),
          cells: z.array(
            z.object({
              channel: z.enum(NOTICE_CHANNELS),
              /** `true` means that the notice rule uses this channel. */
              used: z.boolean(),
              on: z.boolean(),
              /** `true` means that the user cannot switch off this channel. */
              fixed: z.boolean(),
            }),
          ),
        }),
      ),
    }),
  }),
  'dashboard.Account/saveNotify': write({
    summary: 'Switches one channel of one event on or off for the caller.',
    access: 'signedIn',
    audit: { ...audit('saveNotify'), module: 'profile', object: 'account' },
    input: z.object({ event: z.enum(NOTICE_EVENT_CODES), channel: z.enum(NOTICE_CHANNELS), on: z.boolean() }),
    data: z.object({ event: z.enum(NOTICE_EVENT_CODES), channel: z.enum(NOTICE_CHANNELS), on: z.boolean() }),
    errors: [42201],
  }),
} as const;
