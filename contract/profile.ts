import { z } from 'zod';
import { COUNTRIES } from './countries';
import { actionData, empty, id, listData, listInput, queryBool, read, time, words, write } from './endpoint';
import { E164, MOBILE, PASSWORD, PROFILE } from './limits';
import { FACTOR } from './second';
import { text } from './text';
import { WORD } from './words';

/** This file declares the endpoints for the user's own account (DOMAIN §3.2 accountInfo, §6.3). They need a session but no permission. */

const smsCode = z.string().regex(/^\d{6}$/);
const tel = z
  .string()
  .trim()
  .refine((value) => MOBILE.test(value) || E164.test(value));
const day = z.iso.date();
const factorName = words(FACTOR.name);

const factor = z.object({
  id: id(),
  kind: z.enum(['totp', 'passkey']),
  name: z.string(),
  createdAt: time(),
  lastUsedAt: time().nullable(),
});
const codes = z.object({ codes: z.array(z.string()) });
const session = z.object({
  id: id(),
  device: z.string(),
  ip: z.string(),
  createdAt: time(),
  lastSeenAt: time(),
  expireAt: time(),
  current: z.boolean(),
});
/** A platform that an account can be bound to. `configured` means that the tenant has set up sign-in through the platform. */
const platform = z.object({ key: z.enum(['wechat', 'alipay', 'wecom']), configured: z.boolean() });

/** Names of the actions, as the operation records show them. */
const ACTIONS = {
  saveBasic: text('修改个人资料', 'Edit own profile', 'Editar perfil', '修改個人資料'),
  changePassword: WORD.changePassword,
  changeTel: WORD.changePhone,
  setTwoFactor: text(
    '开关二次验证',
    'Switch second verification on or off',
    'Ligar ou desligar segunda verificação',
    '開關二次驗證',
  ),
  endSession: text('结束会话', 'End session', 'Encerrar sessão', '結束工作階段'),
  reportNotMe: text('报告非本人登录', 'Report an unknown sign-in', 'Informar acesso alheio', '回報非本人登入'),
  startTotp: text('开始绑定验证器', 'Begin to bind an app', 'Iniciar aplicativo', '開始綁定驗證器'),
  confirmTotp: text('绑定验证器', 'Bind an app', 'Vincular aplicativo', '綁定驗證器'),
  startPasskey: text('开始绑定通行密钥', 'Begin to bind a passkey', 'Iniciar chave de acesso', '開始綁定通行金鑰'),
  finishPasskey: WORD.bindPasskey,
  renameFactor: text('重命名验证方式', 'Rename a factor', 'Renomear fator', '重新命名驗證方式'),
  removeFactor: text('解绑验证方式', 'Remove a factor', 'Remover fator', '解除綁定驗證方式'),
  makeRecoveryCodes: text('生成恢复码', 'Generate recovery codes', 'Gerar códigos de recuperação', '產生復原碼'),
} as const;
const account = (action: keyof typeof ACTIONS) =>
  ({ module: 'profile', action, object: 'account', text: ACTIONS[action] }) as const;

export const profileEndpoints = {
  'dashboard.Account/getInfo': read({
    summary: "The caller's own account with its security state.",
    access: 'signedIn',
    input: z.object({}),
    data: z.object({
      id: id(),
      version: z.int(),
      account: z.string(),
      name: z.string(),
      maskedTel: z.string(),
      nickname: z.string(),
      avatarFileId: id().nullable(),
      avatarUrl: z.string(),
      email: z.string(),
      profile: z.string(),
      country: z.string(),
      /** Region code of the city, or of the province if no city is set. `null` means that neither is set. */
      regionCode: z.string().nullable(),
      address: z.string(),
      passwordAt: time().nullable(),
      /** Days after which the password must be changed. 0 means never. */
      passwordDays: z.int(),
      twoFactor: z.boolean(),
      /**
       * `true` means that the user cannot switch off the second verification. This holds for the owner and for people who review or pay
       * withdrawals. It also holds if an identity or the security settings require it.
       */
      twoFactorForced: z.boolean(),
      factors: z.array(factor),
      /** Number of unused recovery codes. */
      recoveryLeft: z.int(),
      /** `true` means that the user has used a recovery code and must first bind a new factor. */
      mustBindFactor: z.boolean(),
      platforms: z.array(platform),
    }),
  }),
  'dashboard.Account/saveBasic': write({
    summary: 'Saves the Basic tab.',
    access: 'signedIn',
    versioned: true,
    audit: { ...account('saveBasic'), personal: ['email', 'address'] },
    input: z.object({
      version: z.int(),
      nickname: words(PROFILE.nickname),
      avatarFileId: id().nullable(),
      email: z.string().trim().max(PROFILE.email.max).regex(PROFILE.email.pattern),
      profile: z.string().trim().max(PROFILE.profile.max),
      country: z.enum(COUNTRIES),
      regionCode: z
        .string()
        .regex(/^\d{6}$/)
        .nullable(),
      address: z.string().trim().min(1).max(PROFILE.address.max),
    }),
    data: actionData,
    errors: [40901, 40903],
  }),
  'dashboard.Account/changePassword': write({
    summary: 'Changes the password; every other session ends.',
    access: 'signedIn',
    audit: { ...account('changePassword'), secret: ['oldPassword', 'password', 'confirmPassword'] },
    input: z
      .object({
        oldPassword: z.string().min(1).max(128),
        password: z.string().min(PASSWORD.min).max(PASSWORD.max),
        confirmPassword: z.string().max(128),
      })
      .refine((value) => value.password === value.confirmPassword, { path: ['confirmPassword'], message: 'same' }),
    data: z.object({ endedSessions: z.int() }),
    errors: [42381, 42384, 42385, 42903],
  }),
  'dashboard.Account/changeTel': write({
    summary: 'Binds another phone: a code from the old one (`sms_type` 3) and one from the new one (`sms_type` 1).',
    access: 'signedIn',
    risk: 'second',
    audit: { ...account('changeTel'), secret: ['oldCode', 'code'], personal: ['tel'] },
    input: z.object({ oldCode: smsCode, tel, code: smsCode }),
    data: z.object({ maskedTel: z.string() }),
    errors: [40004, 40903],
  }),
  'dashboard.Account/setTwoFactor': write({
    summary: 'Whether sign-in asks for a second verification again each week.',
    access: 'signedIn',
    risk: 'second',
    audit: account('setTwoFactor'),
    input: z.object({ on: z.boolean() }),
    data: z.object({ twoFactor: z.boolean() }),
    errors: [42201],
  }),
  'dashboard.Account/getSessions': read({
    summary: "The caller's own open sessions, the newest first.",
    access: 'signedIn',
    input: z.object({}),
    data: z.object({ list: z.array(session) }),
  }),
  'dashboard.Account/endSession': write({
    summary: 'Ends one of the own sessions; without `sessionId` every one but this.',
    access: 'signedIn',
    audit: { ...account('endSession'), object: 'session' },
    input: z.object({ sessionId: id().optional() }),
    data: z.object({ ended: z.int() }),
    errors: [40401],
  }),
  'dashboard.Account/getLoginLog': read({
    summary: "The caller's own sign-ins and failed tries of the last 180 days.",
    access: 'signedIn',
    input: listInput({ ok: queryBool().optional(), atFrom: day.optional(), atTo: day.optional() }, ['at']),
    data: listData(
      z.object({
        id: id(),
        at: time(),
        ok: z.boolean(),
        method: z.enum(['password', 'sms', 'reset', 'link']),
        methodText: z.string(),
        reasonText: z.string().nullable(),
        ip: z.string(),
        device: z.string(),
      }),
      empty,
    ),
    errors: [40006],
  }),
  'dashboard.Account/reportNotMe': write({
    summary: 'Another person signed in: every session ends, devices are forgotten, the password must be changed.',
    access: 'signedIn',
    audit: account('reportNotMe'),
    input: z.object({ logId: id().optional() }),
    data: z.object({ ended: z.int() }),
    errors: [40401],
  }),
  'dashboard.Account/startTotp': write({
    summary: 'A new secret for an authenticator app; it counts after `confirmTotp`.',
    access: 'signedIn',
    risk: 'second',
    afterRecovery: true,
    audit: { ...account('startTotp'), object: 'factor' },
    input: z.object({}),
    data: z.object({ factorId: id(), secret: z.string(), uri: z.string() }),
    errors: [42201],
  }),
  'dashboard.Account/confirmTotp': write({
    summary: 'Proves that the app shows the right codes, and names it. Answers recovery codes where there were none.',
    access: 'signedIn',
    audit: { ...account('confirmTotp'), object: 'factor', secret: ['code', 'codes'] },
    input: z.object({ factorId: id(), code: smsCode, name: factorName }),
    data: codes,
    errors: [40004, 40401],
  }),
  'dashboard.Account/startPasskey': write({
    summary: 'What the browser needs to make a passkey.',
    access: 'signedIn',
    risk: 'second',
    afterRecovery: true,
    audit: { ...account('startPasskey'), object: 'factor' },
    input: z.object({}),
    data: z.object({ options: z.record(z.string(), z.unknown()) }),
    errors: [42201],
  }),
  'dashboard.Account/finishPasskey': write({
    summary: 'Keeps the passkey that the browser made. Answers recovery codes where there were none.',
    access: 'signedIn',
    audit: { ...account('finishPasskey'), object: 'factor', secret: ['response', 'codes'] },
    input: z.object({ response: z.record(z.string(), z.unknown()), name: factorName }),
    data: codes,
    errors: [40004, 40903],
  }),
  'dashboard.Account/renameFactor': write({
    summary: 'Names an authenticator app or passkey.',
    access: 'signedIn',
    audit: { ...account('renameFactor'), object: 'factor' },
    input: z.object({ factorId: id(), name: factorName }),
    data: empty,
    errors: [40401],
  }),
  'dashboard.Account/removeFactor': write({
    summary: 'Unbinds an authenticator app or passkey.',
    access: 'signedIn',
    risk: 'second',
    audit: { ...account('removeFactor'), object: 'factor' },
    input: z.object({ factorId: id() }),
    data: empty,
    errors: [40401, 42202],
  }),
  'dashboard.Account/makeRecoveryCodes': write({
    summary: 'Ten new recovery codes, shown once; earlier ones stop working.',
    access: 'signedIn',
    risk: 'second',
    audit: { ...account('makeRecoveryCodes'), object: 'factor', secret: ['codes'] },
    input: z.object({}),
    data: codes,
    errors: [42201],
  }),
} as const;
