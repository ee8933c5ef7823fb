import { z } from 'zod';
import {
  actionData,
  fen,
  id,
  keysOf,
  listData,
  listInput,
  queryBool,
  queryId,
  queryJson,
  read,
  time,
  versioned,
  within,
  words,
  write,
} from './endpoint';
import { CLOCK_TIME } from './limits';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { RULE } from './rule-ids';
import { noticeAudience } from './serviceNotice.audience';
import { NOTICE_DELIVERY, NOTICE_TASK, NOTICE_TEMPLATE } from './serviceNotice.fields';
import {
  DELIVERY_STATES,
  NOTICE_PERSONS,
  noticeTaskLifecycle,
  SERVICE_CHANNELS,
  SERVICE_NOTICE,
  TEMPLATE_PERSONS,
} from './serviceNotice.states';
import { type Text, text } from './text';
import { pageOfUser } from './user';
import { WORD } from './words';

/** This file declares the endpoints for service notices to users, riders and merchants (服务通知, DOMAIN §3.4, §6.5). */

const VIEW = RULE['user.notice'];
const SEND = RULE['user.notice.send'];
const CREATE = RULE['user.notice.create'];
const EDIT = RULE['user.notice.edit'];

const audit = (action: string, object: 'serviceNotice' | 'noticeTemplate', label: Text) =>
  ({ module: 'user.notice', action, object, text: label }) as const;
const ofTask = (action: Parameters<typeof noticeTaskLifecycle.transition>[0]) =>
  audit(action, 'serviceNotice', noticeTaskLifecycle.transition(action).text);

const hhmm = z.string().regex(CLOCK_TIME);
const quiet = z.object({ from: hhmm, to: hhmm }).nullable();
const field = z.object({
  /** Key of the field at the platform, such as `thing1`. */
  key: z.string().trim().max(32),
  label: words(SERVICE_NOTICE.fieldLabel),
  value: words(SERVICE_NOTICE.fieldValue),
});

const templateFields = {
  code: z.string().regex(SERVICE_NOTICE.code),
  name: words(SERVICE_NOTICE.name),
  channel: z.enum(SERVICE_CHANNELS),
  personType: z.enum(TEMPLATE_PERSONS).default('any'),
  upstreamId: words(SERVICE_NOTICE.upstreamId).nullish(),
  signName: words(SERVICE_NOTICE.signName).nullish(),
  title: words(SERVICE_NOTICE.titleText).nullish(),
  body: words(SERVICE_NOTICE.body).nullish(),
  fields: z.array(field).max(SERVICE_NOTICE.fields).default([]),
  jumpPath: z.string().trim().max(SERVICE_NOTICE.jumpPath).nullish(),
  dailyCap: within(SERVICE_NOTICE.dailyCap),
  quietHours: quiet,
  /** Price of one SMS in fen. A long text message needs several SMS. */
  unitFen: within(SERVICE_NOTICE.unitFen).default(0),
};

/** Schema of an audience as JSON text in a query string. */
const audienceText = queryJson(noticeAudience, 8_000);

const personType = () => z.enum(NOTICE_PERSONS).default('user');
const asked = { personType: personType(), audience: noticeAudience, excludeBlacklist: z.boolean().default(true) };
const variables = () => z.record(z.string().regex(/^\w{1,20}$/), words(SERVICE_NOTICE.variable)).default({});
const content = z.object({
  upstreamId: z.string().nullable(),
  signName: z.string().nullable(),
  title: z.string().nullable(),
  body: z.string().nullable(),
  fields: z.array(field),
  jumpPath: z.string().nullable(),
});
export type NoticeContent = z.output<typeof content>;

const templateRow = z.object({
  ...versioned,
  ...fieldShape(NOTICE_TEMPLATE),
  actions: z.array(z.string()),
});
const templateDetail = templateRow.extend({
  signName: z.string().nullable(),
  title: z.string().nullable(),
  body: z.string().nullable(),
  fields: z.array(field),
  jumpPath: z.string().nullable(),
  variableNames: z.array(z.string()),
  quiet,
  unitFen: fen(),
});
const taskRow = z.object({ ...versioned, ...fieldShape(NOTICE_TASK), actions: z.array(z.string()) });

const templateEndpoints = {
  'user.Notice/getTemplates': read({
    summary: 'Templates of service notices, the latest change first.',
    access: { rule: VIEW },
    input: listInput(filterShape(NOTICE_TEMPLATE), sortKeys(NOTICE_TEMPLATE)),
    data: listData(templateRow, z.object({})),
    errors: [40005],
  }),
  'user.Notice/getTemplate': read({
    summary: 'One template with its text or fields.',
    access: { rule: VIEW },
    input: z.object({ id: queryId() }),
    data: templateDetail,
    errors: [40401],
  }),
  'user.Notice/getTemplateChoices': read({
    summary: 'Templates that are enabled, with the variables that a task has to fill.',
    access: { rule: SEND },
    input: z.object({}),
    data: z.object({
      list: z.array(
        z.object({
          id: id(),
          text: z.string(),
          variableNames: z.array(z.string()),
          preview: z.string(),
          channel: z.enum(SERVICE_CHANNELS),
          personType: z.enum(TEMPLATE_PERSONS),
          /** `true` if the channel is configured and enabled. It is always `true` for the inbox and for text messages. */
          isReady: z.boolean(),
        }),
      ),
    }),
  }),
  'user.Notice/saveTemplate': write({
    summary: 'Adds a template, or changes one; code and channel stay as they were made.',
    access: { rule: [CREATE, EDIT] },
    versioned: true,
    audit: audit('saveTemplate', 'noticeTemplate', WORD.saveTemplate),
    input: z.object({ id: id().optional(), version: z.int().optional(), ...templateFields }),
    data: actionData,
    errors: [40301, 40401, 40901],
  }),
  'user.Notice/toggleTemplate': write({
    summary: 'Enables or disables a template; tasks that were made keep their text.',
    access: { rule: EDIT },
    risk: 'confirm',
    versioned: true,
    audit: audit(
      'toggleTemplate',
      'noticeTemplate',
      text('启用或停用模板', 'Enable or disable template', 'Ativar ou desativar modelo', '啟用或停用範本'),
    ),
    input: z.object({ ...versioned, enabled: z.boolean() }),
    data: actionData,
    errors: [40401, 40901],
  }),
};

const taskEndpoints = {
  'user.Notice/getTasks': read({
    summary:
      'Tasks of service notices, newest first; drafts, and tasks sent in the last 30 days or planned, unless told otherwise.',
    access: { rule: VIEW },
    input: listInput(filterShape(NOTICE_TASK), sortKeys(NOTICE_TASK)),
    data: listData(taskRow, z.object(totalShape(NOTICE_TASK))),
    errors: [40005, 40006],
  }),
  'user.Notice/getTask': read({
    summary: 'One task: its text, its audience, and how many messages are in which state.',
    access: { rule: VIEW },
    input: z.object({ id: queryId() }),
    data: taskRow.extend({
      content,
      audience: noticeAudience,
      excludeBlacklist: z.boolean(),
      templateId: id(),
      variables: z.record(z.string(), z.string()),
      /** Reason why the task ended early. `null` means that the task did not end early. */
      note: z.string().nullable(),
      /** End of the quiet hours, at which sending continues. `null` means that the task does not wait. */
      waitsUntil: time().nullable(),
      withdrawnAt: time().nullable(),
      counts: z.array(z.object({ state: z.enum(keysOf(DELIVERY_STATES)), text: z.string(), count: z.int() })),
    }),
    errors: [40302, 40401],
  }),
  'user.Notice/getDeliveries': read({
    summary: 'The messages of a task: to whom, in which state, and why not.',
    access: { rule: VIEW },
    phoneSearch: { field: 'keyword', kinds: [{ page: VIEW, unmask: RULE['user.list.unmask'] }] },
    input: listInput({ ...filterShape(NOTICE_DELIVERY), taskId: queryId() }, sortKeys(NOTICE_DELIVERY)),
    data: listData(
      z.object({ id: id(), personType: z.enum(NOTICE_PERSONS), ...fieldShape(NOTICE_DELIVERY) }),
      z.object({}),
    ),
    errors: [40005, 40302, 40401],
  }),
  'user.Notice/getOfUser': read({
    summary: 'Service notices that were sent to a user, newest first.',
    access: { rule: RULE['user.detail'] },
    input: pageOfUser,
    data: z.object({
      list: z.array(
        z.object({
          id: id(),
          taskNo: z.string(),
          title: z.string(),
          channelText: z.string(),
          state: z.enum(keysOf(DELIVERY_STATES)),
          stateText: z.string(),
          reasonText: z.string(),
          at: time().nullable(),
          openedAt: time().nullable(),
        }),
      ),
      more: z.boolean(),
      asOf: time(),
    }),
    errors: [40302, 40401],
  }),
  'user.Notice/countAudience': read({
    summary:
      'How many people an audience holds now: counted, or estimated from a sample where counting takes too long.',
    access: { rule: SEND },
    input: z.object({
      personType: personType(),
      audienceJson: audienceText,
      excludeBlacklist: queryBool().default(true),
      /** The template whose channel determines `reachable` in the answer. */
      templateId: queryId().optional(),
    }),
    data: z.object({
      count: z.int(),
      /** Number of recipients that the template's channel can reach. `null` if the request names no template. */
      reachable: z.int().nullable(),
      isExact: z.boolean(),
      needsOwner: z.boolean(),
      asOf: time(),
    }),
    errors: [40006, 40301, 40302, 40401],
  }),
  'user.Notice/uploadList': write({
    summary:
      'Reads a list of people from a file: one column with their numbers, or with phones for callers who may see them.',
    access: { rule: SEND },
    audit: audit('uploadList', 'serviceNotice', text('上传名单', 'Upload list', 'Enviar lista', '上傳名單')),
    input: z.object({
      personType: personType(),
      name: z.string().trim().min(1).max(100),
      content: z.base64().min(4).max(SERVICE_NOTICE.listCharacters),
    }),
    data: z.object({ listId: id(), rows: z.int(), matched: z.int(), repeated: z.int(), unknown: z.int() }),
    errors: [40008, 42236],
  }),
  'user.Notice/createTask': write({
    summary:
      'Makes a task: sent now, planned, or kept as a draft; with `id` a draft is changed. Above 50,000 recipients only the owner sends.',
    access: { rule: SEND },
    risk: 'confirm',
    idempotent: true,
    versioned: true,
    audit: audit('createTask', 'serviceNotice', text('新建通知任务', 'Create task', 'Criar tarefa', '新建通知任務')),
    input: z.object({
      id: id().optional(),
      version: z.int().optional(),
      title: words(SERVICE_NOTICE.title),
      templateId: id(),
      ...asked,
      variables: variables(),
      sendMode: z.enum(['now', 'at', 'draft']),
      sendAt: time().nullish(),
    }),
    data: actionData,
    errors: [40006, 40301, 40302, 40304, 40401, 40901, 42201, 42235, 42236, 42237, 42330],
  }),
  'user.Notice/sendToUsers': write({
    summary: 'Sends a template to chosen users at once.',
    access: { rule: SEND },
    risk: 'confirm',
    idempotent: true,
    audit: audit('sendToUsers', 'serviceNotice', text('发送服务通知', 'Send notice', 'Enviar aviso', '傳送服務通知')),
    input: z.object({ ids: z.array(id()).min(1).max(200), templateId: id(), variables: variables() }),
    data: actionData,
    errors: [40302, 40401, 42201, 42235, 42236, 42330],
  }),
  'user.Notice/testSend': write({
    summary: "Sends one message to the caller's own phone, of push to the test devices of the app.",
    access: { rule: SEND },
    idempotent: true,
    audit: audit('testSend', 'serviceNotice', text('试发', 'Test send', 'Envio de teste', '試發')),
    input: z.object({ templateId: id(), variables: variables() }),
    data: z.object({ message: z.string() }),
    errors: [40401, 42201, 42235, 42330, 50201, 50202],
  }),
  'user.Notice/sendTask': write({
    summary: 'Sends a draft now.',
    access: { rule: SEND },
    risk: 'confirm',
    versioned: true,
    audit: ofTask('send'),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40304, 40401, 40901, 42201, 42236, 42330],
  }),
  'user.Notice/removeDraft': write({
    summary: 'Deletes a draft.',
    access: { rule: SEND },
    risk: 'confirm',
    versioned: true,
    audit: audit('removeDraft', 'serviceNotice', WORD.deleteDraft),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'user.Notice/cancelTask': write({
    summary: 'Cancels a task that has not begun.',
    access: { rule: SEND },
    risk: 'confirm',
    versioned: true,
    audit: ofTask('cancel'),
    input: z.object({ ...versioned, reason: words(SERVICE_NOTICE.reason) }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'user.Notice/pauseTask': write({
    summary: 'Pauses sending; messages that were handed to the channel are not called back.',
    access: { rule: SEND },
    versioned: true,
    audit: ofTask('pause'),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'user.Notice/resumeTask': write({
    summary: 'Resumes a paused task.',
    access: { rule: SEND },
    risk: 'confirm',
    versioned: true,
    audit: ofTask('resume'),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'user.Notice/retryFailed': write({
    summary: 'Sends the failed messages of a task again.',
    access: { rule: SEND },
    risk: 'confirm',
    idempotent: true,
    versioned: true,
    audit: ofTask('retryFailed'),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'user.Notice/withdraw': write({
    summary: 'Takes the copies of a task out of the inboxes of the app.',
    access: { rule: SEND },
    risk: 'confirm',
    versioned: true,
    audit: audit('withdraw', 'serviceNotice', WORD.withdrawCopies),
    input: z.object({ ...versioned, reason: words(SERVICE_NOTICE.reason) }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
};

export const serviceNoticeEndpoints = { ...templateEndpoints, ...taskEndpoints } as const;
