import { z } from 'zod';
import { ANNOUNCEMENT, RECEIPT } from './announcement.fields';
import { announcementForm, announcementTargetText, storedAnnouncement } from './announcement.forms';
import { ANNOUNCERS } from './announcement.rules';
import { ANNOUNCE, AUDIENCE_TYPES, LEVEL_TEXT, POPUP_TEXT } from './announcement.states';
import {
  type AuditSpec,
  actionData,
  bp,
  bulkData,
  bulkIds,
  empty,
  id,
  keysOf,
  listData,
  listInput,
  queryId,
  read,
  time,
  versioned,
  words,
  write,
} from './endpoint';
import { noticeCounts } from './notice';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { RULE } from './rule-ids';
import { LOCALES, type Text, text } from './text';
import { WORD } from './words';
import { pictureEndpoint, writingEndpoint } from './written';

/** This file declares the endpoints for announcements, their receipts, and the readers' view in the console (DOMAIN §3.13, §6.8). */

const VIEW = RULE.announcement;
const CREATE = RULE['announcement.create'];
const EDIT = RULE['announcement.edit'];
const DELETE = RULE['announcement.delete'];
const PUBLISH = RULE['announcement.publish'];

const audit = (action: string, label: Text): AuditSpec => ({
  module: 'announcement',
  action,
  object: 'announcement',
  text: label,
});
const step = (action: string, label: Text, risk: 'none' | 'confirm' = 'confirm') => ({
  access: { rule: PUBLISH },
  risk,
  versioned: true,
  audit: audit(action, label),
});

const level = z.enum(keysOf(LEVEL_TEXT));
const reason = () => words(ANNOUNCE.reason);
const announcementRow = z.object({
  id: id(),
  version: z.int(),
  ...fieldShape(ANNOUNCEMENT),
  channels: z.array(z.string()),
  actions: z.array(z.string()),
});
export const quizShown = z.object({ question: z.string(), answers: z.array(z.string()) });
/** The announcement in one language, as readers see it. */
const preview = z.object({
  locale: z.enum(LOCALES),
  title: z.string(),
  content: z.string(),
  quiz: z.array(quizShown),
  /** `null` means that readers do not have to confirm anything. */
  confirmText: z.string().nullable(),
});
const attachment = z.object({ fileId: id(), name: z.string(), url: z.string() });
const linked = z.object({ id: id(), title: z.string(), state: z.string(), stateText: z.string() });

const pageEndpoints = {
  'announcement.Announcement/getList': read({
    summary:
      'Announcements of the caller: for those who write or publish them, all in their scope; for others, those they received.',
    access: { rule: VIEW },
    input: listInput(filterShape(ANNOUNCEMENT), sortKeys(ANNOUNCEMENT)),
    data: listData(announcementRow, z.object({ ...totalShape(ANNOUNCEMENT), meanReadBp: bp().nullable() })),
    errors: [40005, 40006],
  }),
  'announcement.Announcement/getDetail': read({
    summary: 'One announcement with its text; for those who write or publish, also the values of its form.',
    access: { rule: VIEW },
    input: z.object({ id: queryId() }),
    data: announcementRow.extend({
      /** One preview for each language that has a title. The default language comes first. */
      previews: z.array(preview),
      attachmentFiles: z.array(attachment),
      quizCount: z.int(),
      confirmText: z.string().nullable(),
      withdrawReason: z.string().nullable(),
      withdrawnAt: time().nullable(),
      lockedAt: time().nullable(),
      remindedAt: time().nullable(),
      /** `true` while the server is still writing receipts. */
      isFilling: z.boolean(),
      /**
       * `revisionOf` is the announcement that this announcement replaces. `revision` is the announcement that replaces this announcement.
       * `null` means that there is none, or that the caller may not see it.
       */
      revisionOf: linked.nullable(),
      revision: linked.nullable(),
      form: z.object(storedAnnouncement).nullable(),
    }),
    errors: [40302, 40401],
  }),
  'announcement.Announcement/getReceipts': read({
    summary: 'Receivers of an announcement, and when they read and confirmed it.',
    access: { rule: ANNOUNCERS },
    input: listInput({ ...filterShape(RECEIPT), announcementId: queryId() }, sortKeys(RECEIPT)),
    data: listData(z.object({ id: id(), ...fieldShape(RECEIPT) }), empty),
    errors: [40005, 40302, 40401],
  }),
  'announcement.Announcement/countTarget': read({
    summary: 'How many people an audience holds now.',
    access: { rule: [CREATE, EDIT] },
    input: z.object({ audienceType: z.enum(AUDIENCE_TYPES), targetJson: announcementTargetText }),
    data: z.object({ count: z.int(), asOf: time() }),
    errors: [40302],
  }),
  'announcement.Announcement/getWriting': writingEndpoint([CREATE, EDIT]),
  'announcement.Announcement/getPicture': pictureEndpoint([CREATE, EDIT]),
  'announcement.Announcement/save': write({
    summary:
      'Makes a draft, or changes an announcement without readers. Of a published one only the text changes, by those who may publish.',
    access: { rule: [CREATE, EDIT] },
    idempotent: true,
    versioned: true,
    audit: audit('save', text('保存公告', 'Save announcement', 'Salvar comunicado', '儲存公告')),
    input: z.object({ id: id().optional(), version: z.int(), ...announcementForm }),
    data: actionData,
    errors: [40008, 40301, 40302, 40401, 40901, 42201, 42352, 42354, 42361, 42362],
  }),
  'announcement.Announcement/copy': write({
    summary: 'Makes a draft with the text and the audience of an announcement.',
    access: { rule: CREATE },
    idempotent: true,
    audit: audit('copy', text('复制公告', 'Copy announcement', 'Copiar comunicado', '複製公告')),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [40302, 40401],
  }),
  'announcement.Announcement/revise': write({
    summary: 'Makes a draft that replaces a withdrawn or expired announcement and is linked to it.',
    access: { rule: CREATE },
    idempotent: true,
    audit: audit('revise', text('修订公告', 'Revise announcement', 'Revisar comunicado', '修訂公告')),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [40302, 40401, 40903, 42201],
  }),
  'announcement.Announcement/publish': write({
    summary:
      'Publishes now, or at the planned moment where the announcement has one; `now` publishes a scheduled one at once.',
    ...step('publish', text('发布公告', 'Publish announcement', 'Publicar comunicado', '發布公告')),
    input: z.object({ ...versioned, now: z.boolean().default(false) }),
    data: actionData,
    errors: [40302, 40304, 40401, 40901, 42201, 42352, 42354, 42362],
  }),
  'announcement.Announcement/cancelSchedule': write({
    summary: 'Takes a scheduled announcement back to a draft.',
    ...step('cancelSchedule', WORD.cancelSchedule),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'announcement.Announcement/withdraw': write({
    summary: 'Withdraws a published announcement: readers no longer see it.',
    ...step('withdraw', text('撤回公告', 'Withdraw announcement', 'Retirar comunicado', '撤回公告')),
    input: z.object({ ...versioned, reason: reason() }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'announcement.Announcement/remind': write({
    summary: 'Reminds those who have not read, or not confirmed where that is asked for; at most every four hours.',
    ...step('remind', text('提醒未读人员', 'Remind unread', 'Lembrar quem não leu', '提醒未讀人員')),
    idempotent: true,
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40304, 40401, 40901, 42201, 42362, 42901],
  }),
  'announcement.Announcement/pin': write({
    summary: 'Pins a published announcement above the others, or unpins it.',
    ...step('pin', text('置顶公告', 'Pin announcement', 'Fixar comunicado', '置頂公告'), 'none'),
    input: z.object({ ...versioned, pinned: z.boolean() }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'announcement.Announcement/remove': write({
    summary: 'Deletes a draft.',
    access: { rule: DELETE },
    risk: 'confirm',
    versioned: true,
    audit: audit('remove', text('删除公告草稿', 'Delete draft', 'Excluir rascunho', '刪除公告草稿')),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'announcement.Announcement/bulkWithdraw': write({
    summary: 'Withdraws several announcements, each by itself.',
    access: { rule: PUBLISH },
    risk: 'confirm',
    audit: audit('bulkWithdraw', text('批量撤回公告', 'Withdraw announcements', 'Retirar comunicados', '批次撤回公告')),
    input: z.object({ ids: bulkIds(), reason: reason() }),
    data: bulkData,
    errors: [40010],
  }),
  'announcement.Announcement/bulkPin': write({
    summary: 'Pins several announcements, each by itself.',
    access: { rule: PUBLISH },
    risk: 'confirm',
    audit: audit('bulkPin', text('批量置顶公告', 'Pin announcements', 'Fixar comunicados', '批次置頂公告')),
    input: z.object({ ids: bulkIds() }),
    data: bulkData,
    errors: [40010],
  }),
} as const;

/* ---- endpoints for readers in the console ---- */

const inboxRow = z.object({
  id: id(),
  title: z.string(),
  level,
  levelText: z.string(),
  /** The first 160 characters of the text, without HTML. */
  excerpt: z.string(),
  publishAt: time(),
  pinned: z.boolean(),
  isRead: z.boolean(),
  /** `null` means that the announcement needs no confirmation. */
  isConfirmed: z.boolean().nullable(),
});
const inboxOne = inboxRow.extend({
  content: z.string(),
  popup: z.enum(keysOf(POPUP_TEXT)),
  confirmText: z.string().nullable(),
  quiz: z.array(quizShown),
  attachments: z.array(attachment),
  /** `true` if the announcement replaces an earlier announcement. */
  isRevision: z.boolean(),
  /** `true` means that the console is blocked until the reader confirms the announcement. */
  isBlocking: z.boolean(),
});
const received = z.object({ id: id(), readAt: time(), confirmedAt: time().nullable(), counts: noticeCounts });

const inboxEndpoints = {
  'announcement.Inbox/getList': read({
    summary: "The caller's announcements that are published: pinned ones first, then the newest.",
    access: 'signedIn',
    input: empty,
    data: z.object({ list: z.array(inboxRow), unread: z.int(), asOf: time() }),
  }),
  'announcement.Inbox/getOne': read({
    summary: 'One announcement that the caller received, as it is read. The right answers of its quiz are not in it.',
    access: 'signedIn',
    input: z.object({ id: queryId() }),
    data: inboxOne,
    errors: [40401],
  }),
  'announcement.Inbox/getPopups': read({
    summary:
      'The announcements that open by themselves for the caller: those that close the console first, then the oldest.',
    access: 'signedIn',
    input: empty,
    data: z.object({ list: z.array(inboxOne) }),
  }),
  'announcement.Inbox/read': write({
    summary: 'Notes that the caller has read an announcement; only the first time counts.',
    access: 'signedIn',
    audit: audit('read', text('阅读公告', 'Read announcement', 'Ler comunicado', '閱讀公告')),
    input: z.object({ id: id() }),
    data: received,
    errors: [40401],
  }),
  'announcement.Inbox/confirm': write({
    summary:
      'Confirms an announcement with the answers to its quiz; wrong answers are refused and named by their places.',
    access: 'signedIn',
    audit: audit('confirm', text('确认公告', 'Confirm announcement', 'Confirmar comunicado', '確認公告')),
    input: z.object({ id: id(), answers: z.array(z.int().min(0).max(9)).max(ANNOUNCE.quiz) }),
    data: received,
    errors: [40401, 42201],
  }),
} as const;

export const announcementEndpoints = { ...pageEndpoints, ...inboxEndpoints } as const;
