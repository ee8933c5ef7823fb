import { z } from 'zod';
import { type AuditSpec, actionData, read, time, write } from './endpoint';
import { MENU_LONGEST, MENU_MOST, MENU_TYPES } from './serviceNumber.menu';
import { SERVICE_NUMBER } from './serviceNumber.settings';
import { SERVICE_REPLY } from './serviceReply.settings';
import { platformEndpoints } from './settings.platform';
import { settingEndpoints } from './settings.schema';
import { type Text, text } from './text';
import { WORD } from './words';

const RULE = { access: 74, edit: 7402 } as const;
const audit = (action: string, object: string, label: Text): AuditSpec => ({
  module: 'config.serviceNumber',
  action,
  object,
  text: label,
});

const FOLLOWER = {
  start: text('获取服务号绑定码', 'Get a binding code', 'Obter código de vínculo', '取得服務號綁定碼'),
  end: WORD.unbindOfficialAccount,
} as const;

const entry = z.object({
  name: z.string().trim().min(1).max(16),
  type: z.enum(MENU_TYPES),
  url: z.string().trim().max(MENU_LONGEST.url),
  key: z.string().trim().max(MENU_LONGEST.key),
  appId: z.string().trim().max(18),
  page: z.string().trim().max(MENU_LONGEST.page),
});
/** A first-level entry. If it has children, it has no action of its own. */
const topEntry = entry.extend({ children: z.array(entry).max(MENU_MOST[1]) });
const menu = z.array(topEntry).min(1).max(MENU_MOST[0]);

const reply = settingEndpoints(SERVICE_REPLY);

/** Endpoints for the official account (微信服务号, DOMAIN §3.10). */
export const serviceNumberEndpoints = {
  ...platformEndpoints('config.ServiceNumber', SERVICE_NUMBER),
  'config.ServiceNumber/getMenu': read({
    summary: 'The menu as it was published last.',
    access: { rule: RULE.access },
    input: z.object({}),
    data: z.object({
      menu: z.array(topEntry),
      version: z.int(),
      publishedAt: time().nullable(),
      publishedByName: z.string(),
      mayEdit: z.boolean(),
    }),
  }),
  'config.ServiceNumber/publishMenu': write({
    summary: 'Puts the menu in force at the platform and keeps it as a version.',
    access: { rule: RULE.edit },
    risk: 'confirm',
    idempotent: true,
    audit: audit('publishMenu', 'serviceMenu', WORD.publishMenu),
    /** `version` is the version of the menu that the user edited (`getMenu`). */
    input: z.object({ menu, version: z.int() }),
    data: actionData,
    errors: [40901, 42330, 50201, 50202],
  }),
  'config.ServiceNumber/getReply': reply.get,
  'config.ServiceNumber/saveReply': {
    ...reply.save,
    summary: 'Saves what the account answers: to new followers, to keywords, and otherwise.',
    risk: 'none' as const,
    audit: audit('saveReply', 'serviceReply', text('保存回复', 'Save replies', 'Salvar respostas', '儲存回覆')),
  },
  'dashboard.Account/getFollower': read({
    summary: "Whether the caller's notices also arrive in the official account.",
    access: 'signedIn',
    input: z.object({}),
    data: z.object({
      /** `true` if the settings of the official account enable notices to staff and contain a template for them. */
      isOffered: z.boolean(),
      isSimulated: z.boolean(),
      boundAt: time().nullable(),
    }),
  }),
  'dashboard.Account/startFollower': write({
    summary: 'A QR code; who scans it within its time gets the notices of the caller in the official account.',
    access: 'signedIn',
    audit: { ...audit('startFollower', 'account', FOLLOWER.start), module: 'profile' },
    input: z.object({}),
    data: z.object({
      /** Text that the QR code contains. */
      qrUrl: z.string(),
      /** Seconds until the QR code expires. */
      expireIn: z.int(),
    }),
    errors: [42330, 50201, 50202],
  }),
  'dashboard.Account/endFollower': write({
    summary: 'Notices of the caller no longer arrive in the official account.',
    access: 'signedIn',
    risk: 'confirm',
    audit: { ...audit('endFollower', 'account', FOLLOWER.end), module: 'profile' },
    input: z.object({}),
    data: z.object({ message: z.string() }),
    errors: [40401],
  }),
  'config.ServiceNumber/verifyServer': write({
    summary: 'Calls our server address as the platform does when the address is saved in its console.',
    access: { rule: RULE.edit },
    audit: audit('verifyServer', 'serviceNumberSetting', WORD.verifyServerAddress),
    input: z.object({}),
    data: z.object({ message: z.string() }),
    errors: [42330, 42333],
  }),
} as const;
