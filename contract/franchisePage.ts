import { z } from 'zod';
import { empty, id, read, time, words, write } from './endpoint';
import { PAGE } from './franchisePage.content';
import { pageContent, storedContent } from './franchisePage.schema';
import { E164, MOBILE } from './limits';
import { LOCALES, text } from './text';

/** This file declares the endpoints of the public application page and of its builder (申请页配置, DOMAIN §3.6, §6.7). */

const MODULE = 'franchise.page';
const OBJECT = 'franchisePage';
const audit = (action: string, of: ReturnType<typeof text>) =>
  ({ module: MODULE, action, object: OBJECT, text: of }) as const;

const STATES = ['draft', 'published', 'archived'] as const;
export type PageState = (typeof STATES)[number];
const form = z.int().positive();
const channelCode = () => z.string().trim().toLowerCase().regex(PAGE.channel.code);

const state = z.object({
  version: form,
  /** Number of the draft's last save. Later drafts never reuse a number. A request that changes the draft must contain this number. */
  revision: z.int(),
  state: z.enum(STATES),
});
const changed = state.extend({ message: z.string() });

const channel = z.object({
  code: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  url: z.string(),
  createdAt: time(),
  visits: z.int(),
  submits: z.int(),
  following: z.int(),
  signed: z.int(),
});

const visit = () => z.string().max(120);
const tel = () => z.string().regex(new RegExp(`${MOBILE.source}|${E164.source}`));
const captcha = { captchaId: z.string().max(64), captcha: z.string().trim().max(8) };
const submitKey = () => z.string().regex(/^[A-Za-z0-9-]{16,40}$/);
/** Token of an applicant's session. */
const session = () => z.string().max(64);

/** An application as its applicant sees it. It contains no score, no remarks and no names of staff. */
const ownApplication = z.object({
  no: z.string(),
  /** Day of the application in the tenant's time zone. */
  appliedOn: z.iso.date(),
  /** The state in words for applicants. */
  stateText: z.string(),
  steps: z.array(z.string()),
  /** Index of the current step. `null` means that the application has ended without a contract. */
  step: z.int().nullable(),
  /** Reason of the rejection. `null` means that the application was not rejected. */
  reason: z.string().nullable(),
  /**
   * URL of the application page. `null` unless the applicant may apply again now. Only the newest application has a URL, and only if it
   * was rejected.
   */
  applyAgain: z.string().nullable(),
  /** The form for missing material. `null` means that the applicant cannot send material now. */
  supply: z
    .object({
      version: form,
      /** Token that permits uploads of files for this form. */
      visit: visit(),
      fields: z.array(z.record(z.string(), z.unknown())),
      until: time(),
    })
    .nullable(),
});

const answers = () => z.record(z.string().max(32), z.string().max(4_000));

export const franchisePageEndpoints = {
  'franchise.Page/getVersions': read({
    summary: 'Versions of the application page, the newest first.',
    access: { rule: 43 },
    input: z.object({}),
    data: z.object({
      list: z.array(
        state.extend({
          stateText: z.string(),
          fields: z.int(),
          /** Number of applications that used this version. */
          answers: z.int(),
          updatedAt: time(),
          updatedByName: z.string(),
          publishedAt: time().nullable(),
          archivedAt: time().nullable(),
        }),
      ),
      asOf: time(),
    }),
  }),
  'franchise.Page/getDraft': read({
    summary: 'What the builder starts from: the draft, or else the published page, or else the newest version.',
    access: { rule: 43 },
    input: z.object({ version: z.coerce.number().pipe(form).optional() }),
    data: state.extend({
      content: storedContent,
      /** Keys and kinds of the fields in all versions that are or were published. The kind of such a field cannot change. */
      publishedKeys: z.array(z.object({ key: z.string(), kind: z.string() })),
      /** Languages that visitors can choose. */
      locales: z.array(z.enum(LOCALES)),
      /** URL of each picture, by file id. */
      images: z.array(z.object({ id: id(), src: z.string() })),
      /** URL of the page without a channel code. */
      url: z.string(),
      isPublished: z.boolean(),
      /** Texts that the elements of the page show apart from the contents, by language and text key. */
      words: z.record(z.string(), z.record(z.string(), z.string())),
    }),
    errors: [40401],
  }),
  'franchise.Page/getStats': read({
    summary: 'Visits, applications and contracts by channel and by day.',
    access: { rule: 43 },
    input: z.object({ days: z.coerce.number().int().min(1).max(PAGE.statDays).default(30) }),
    data: z.object({
      list: z.array(channel),
      /** Figures about visits without a channel code. */
      direct: channel.pick({ visits: true, submits: true, following: true, signed: true }),
      days: z.array(z.object({ day: z.iso.date(), visits: z.int(), submits: z.int() })),
      asOf: time(),
    }),
  }),
  'franchise.Page/getQr': read({
    summary: 'The QR code of a channel.',
    access: { rule: 4302 },
    input: z.object({ code: channelCode() }),
    data: z.object({ url: z.string(), qr: z.string() }),
    errors: [40401, 42330],
  }),
  'franchise.Page/getPicture': read({
    summary: 'The lasting address of a picture that was uploaded for the page.',
    access: { rule: 4302 },
    input: z.object({ fileId: z.coerce.number().pipe(id()) }),
    data: z.object({ src: z.string() }),
    errors: [40401],
  }),
  'franchise.Page/saveDraft': write({
    summary: 'Keeps the draft; makes one where there is none.',
    access: { rule: 4302 },
    audit: audit('saveDraft', text('保存申请页草稿', 'Save page draft', 'Salvar rascunho da página', '儲存申請頁草稿')),
    input: z.object({
      /** Revision of the draft that the caller read. 0 means that there was no draft. */
      revision: z.int().min(0),
      ...pageContent,
    }),
    data: changed,
    errors: [40001, 40008, 40901, 42284],
  }),
  'franchise.Page/discardDraft': write({
    summary: 'Deletes the draft.',
    access: { rule: 4302 },
    risk: 'confirm',
    audit: audit('discardDraft', text('放弃申请页草稿', 'Discard page draft', 'Descartar rascunho', '捨棄申請頁草稿')),
    input: z.object({ revision: z.int() }),
    data: z.object({ message: z.string() }),
    errors: [40401, 40901],
  }),
  'franchise.Page/publish': write({
    summary: 'Publishes the draft. The page before it is archived; answers keep the version they were given on.',
    access: { rule: 4306 },
    risk: 'confirm',
    audit: audit('publish', text('发布申请页', 'Publish application page', 'Publicar página', '發布申請頁')),
    input: z.object({ revision: z.int() }),
    data: changed,
    errors: [40001, 40401, 40901, 42284],
  }),
  'franchise.Page/archive': write({
    summary: 'Takes the published page offline.',
    access: { rule: 4306 },
    risk: 'confirm',
    audit: audit('archive', text('下线申请页', 'Take page offline', 'Retirar página do ar', '下線申請頁')),
    input: z.object({ version: form, reason: words({ min: 5, max: 200 }) }),
    data: changed,
    errors: [40401, 42201],
  }),
  'franchise.Page/makeQr': write({
    summary: 'Makes a channel code, or renames it: its address and QR code.',
    access: { rule: 4302 },
    audit: audit('makeQr', text('生成渠道码', 'Create channel code', 'Gerar código de canal', '產生管道碼')),
    input: z.object({ code: channelCode(), name: words(PAGE.channel.name) }),
    data: z.object({
      code: z.string(),
      url: z.string(),
      /** The QR code as a data URL. */
      qr: z.string(),
      message: z.string(),
    }),
    errors: [40001, 42330],
  }),
  'franchise.Page/setChannel': write({
    summary: 'Switches a channel code on or off. The page of a code that is off opens without a channel.',
    access: { rule: 4302 },
    risk: 'confirm',
    audit: audit('setChannel', text('启停渠道码', 'Switch channel code', 'Ligar ou desligar canal', '啟停管道碼')),
    input: z.object({ code: channelCode(), isActive: z.boolean() }),
    data: z.object({ message: z.string() }),
    errors: [40401],
  }),
  'franchise.Public/getForm': read({
    summary: 'The published form in the language of the call.',
    access: 'public',
    input: z.object({ channel: z.string().max(32).optional() }),
    data: z.object({
      version: form,
      fields: z.array(z.record(z.string(), z.unknown())),
      title: z.string(),
      needSms: z.boolean(),
    }),
    errors: [40401],
  }),
  'franchise.Public/getRegions': read({
    summary: 'Regions within one, for the choice of a place.',
    access: 'public',
    input: z.object({
      parent: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
    }),
    data: z.object({ list: z.array(z.object({ code: z.string(), name: z.string() })) }),
  }),
  'franchise.Public/upload': write({
    summary:
      'Stores a file for one field of an opened page. It is read only while the limits of the address and of the visit allow it.',
    access: 'public',
    body: 'multipart',
    limitsVisitors: true,
    audit: {
      ...audit(
        'upload',
        text('上传申请附件', 'Upload applicant file', 'Enviar arquivo do solicitante', '上傳申請附件'),
      ),
      secret: ['visit'],
    },
    input: z.object({
      /** Visit id of the page, or token of the form for missing material. Only answers that are sent with it can use the file. */
      visit: visit(),
      version: z.coerce.number().pipe(form),
      /** Key of the form field that the file belongs to. */
      field: z.string().max(32),
    }),
    data: z.object({ fileId: id(), name: z.string(), bytes: z.int() }),
    errors: [40008, 40401, 42282, 42901],
  }),
  'franchise.Public/removeUpload': write({
    summary: 'Deletes a file of this visit that no application uses.',
    access: 'public',
    limitsVisitors: true,
    audit: {
      ...audit(
        'removeUpload',
        text('删除申请附件', 'Delete applicant file', 'Excluir arquivo do solicitante', '刪除申請附件'),
      ),
      secret: ['visit'],
    },
    input: z.object({ visit: visit(), fileId: id() }),
    data: empty,
    errors: [40401],
  }),
  'franchise.Public/sendCode': write({
    summary: 'Sends a code to the phone of an applicant, after a captcha. Says nothing about earlier applications.',
    access: 'public',
    audit: {
      ...audit(
        'sendCode',
        text('发送申请验证码', 'Send application code', 'Enviar código da solicitação', '傳送申請驗證碼'),
      ),
      secret: ['captcha'],
      personal: ['tel'],
    },
    input: z.object({ tel: tel(), ...captcha }),
    data: z.object({ waitSec: z.int() }),
    errors: [40003, 40401, 42901, 42902],
  }),
  'franchise.Public/submit': write({
    summary: 'Submits an application. A repetition with the same key answers what the first one did.',
    access: 'public',
    audit: {
      module: 'franchise.apply',
      action: 'submit',
      object: 'franchiseApply',
      text: text('提交加盟申请', 'Submit application', 'Enviar solicitação', '提交加盟申請'),
      secret: ['code', 'captcha', 'answers', 'visit'],
      personal: ['name', 'tel'],
    },
    input: z.object({
      /** Idempotency key that the page creates when it opens. */
      key: submitKey(),
      version: form,
      channel: z.string().max(32).nullable().default(null),
      answers: answers(),
      /** Visit id of the page. The server uses it to find the uploaded files. */
      visit: visit().optional(),
      /** The visitor accepted the agreement of the page. */
      agreed: z.literal(true),
      code: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
      captchaId: captcha.captchaId.optional(),
      captcha: captcha.captcha.optional(),
    }),
    data: z.object({
      /** Number of the application. `null` if the phone was not verified, because the number would reveal an earlier application. */
      no: z.string().nullable(),
      message: z.string(),
    }),
    errors: [40001, 40003, 40004, 40401, 42281, 42282, 42901],
  }),
  'franchise.Public/sendStatusCode': write({
    summary: 'Sends a code to a phone, after a captcha. The answer is the same for a phone without an application.',
    access: 'public',
    audit: {
      ...audit(
        'sendStatusCode',
        text('发送查询验证码', 'Send code to view status', 'Enviar código de consulta', '傳送查詢驗證碼'),
      ),
      secret: ['captcha'],
      personal: ['tel'],
    },
    input: z.object({ tel: tel(), ...captcha }),
    data: z.object({ waitSec: z.int() }),
    errors: [40003, 42901, 42902],
  }),
  'franchise.Public/openStatus': write({
    summary: 'Opens the applications of a phone for some minutes, by the code sent to it.',
    access: 'public',
    audit: {
      ...audit('openStatus', text('查询加盟申请', 'View own applications', 'Consultar solicitações', '查詢加盟申請')),
      secret: ['code'],
      personal: ['tel'],
    },
    input: z.object({ tel: tel(), code: z.string().regex(/^\d{6}$/) }),
    data: z.object({ session: z.string(), until: time() }),
    errors: [40004, 42901],
  }),
  'franchise.Public/getStatus': write({
    summary: 'The applications of the phone of the session: state, reason of a rejection, and what is missing.',
    access: 'public',
    limitsVisitors: true,
    // The call changes nothing. It is a POST, because the token must not appear in a URL.
    audit: null,
    input: z.object({ session: session() }),
    data: z.object({ list: z.array(ownApplication), until: time() }),
    errors: [401],
  }),
  'franchise.Public/supply': write({
    summary: 'Hands in material that staff asked for. A repetition with the same key answers what the first one did.',
    access: 'public',
    limitsVisitors: true,
    audit: {
      module: 'franchise.apply',
      action: 'supplyMaterial',
      object: 'franchiseApply',
      text: text('补交申请资料', 'Hand in material', 'Entregar documentos', '補交申請資料'),
      secret: ['session', 'answers', 'visit'],
    },
    input: z.object({
      session: session(),
      /** Idempotency key that the page creates when it shows the form. */
      key: submitKey(),
      no: z.string().max(22),
      answers: answers(),
      /** Token of the form. The server uses it to find the uploaded files. */
      visit: visit(),
    }),
    data: empty,
    errors: [401, 40001, 40401, 42201, 42282],
  }),
  'franchise.Public/closeStatus': write({
    summary: 'Ends the session of an applicant.',
    access: 'public',
    limitsVisitors: true,
    audit: null,
    input: z.object({ session: session() }),
    data: empty,
  }),
} as const;
