import { z } from 'zod';
import { empty, read, time, write } from './endpoint';
import { ACCOUNT, E164, MOBILE, PASSWORD, SMS_TYPE } from './limits';
import { brandLook } from './oem.brand';
import { FACTOR, SECOND_METHODS } from './second';
import { text } from './text';
import { WORD } from './words';

/** This file declares the endpoints for sign-in, captcha and verification codes (SPEC §7, DOMAIN §3.1, §6.2). */

const captcha = z.string().trim().length(4);
const smsCode = z.string().regex(/^\d{6}$/);
const tel = z
  .string()
  .trim()
  .refine((value) => MOBILE.test(value) || E164.test(value));
/** Schema of the ticket in a link that sets a new password: the account id in base 36, a hyphen, and a secret. */
const resetTicket = z.string().regex(/^[0-9a-z]{1,11}-[A-Za-z0-9_-]{43}$/);
/** The schema checks only the length. The server checks the strength and refuses weak passwords with 42385. */
const password = z.string().min(PASSWORD.min).max(PASSWORD.max);

const session = z.object({
  /** The opaque session token. The page stores it in the cookie `multistation-token`. */
  Authorization: z.string(),
  /** Seconds until the session ends at the latest. */
  expireIn: z.int(),
  /**
   * `true` if the user must set a new password before using the console. Reasons: the password is a one-time password or too old, staff
   * have required a new one, or the user has reported an unknown sign-in.
   */
  mustChangePassword: z.boolean(),
});

export const loginEndpoints = {
  'Verify/getVerifyCodeValue': read({
    summary: 'A new picture captcha, valid once.',
    access: 'public',
    input: z.object({}),
    data: z.object({
      captchaId: z.string(),
      /** The captcha picture as a data URL. */
      image: z.string(),
      /** Seconds until the captcha expires. */
      expireIn: z.int(),
      /** `true` if the server writes text messages to the local outbox and this caller may read the outbox. */
      outbox: z.boolean(),
      /** Name and logo of the tenant, and whether the debug monitor is on. The privacy notice needs `debugMonitor`. */
      siteName: z.string(),
      logoLight: z.string(),
      debugMonitor: z.boolean(),
      /** URL of the browser icon. If it is absent, the page uses the console's default icon. */
      favicon: z.string().optional(),
      /** Branding of the page. It is absent unless branding is enabled. */
      brand: brandLook.optional(),
    }),
  }),
  'Login/login': write({
    summary: 'Signs in with account, password and captcha.',
    access: 'public',
    audit: {
      module: 'login',
      action: 'login',
      object: 'account',
      text: text('密码登录', 'Sign in with password', 'Entrar com senha', '密碼登入'),
      secret: ['password', 'code'],
      namesOrPhones: ['account'],
    },
    input: z.object({
      account: z.string().trim().regex(ACCOUNT.pattern),
      password: z.string().min(1).max(128),
      captchaId: z.string().min(1).max(64),
      code: captcha,
      remember: z.boolean().optional(),
      sms_type: z.int().optional(),
    }),
    data: session,
    errors: [40003, 40301, 40311, 40312, 42381, 42382, 42383, 42387, 42901, 42903],
  }),
  'Login/loginFormPhoneVerify': write({
    summary: 'Signs in with a code sent to the phone (`sms_type` 4).',
    access: 'public',
    audit: {
      module: 'login',
      action: 'loginFormPhoneVerify',
      object: 'account',
      text: text('验证码登录', 'Sign in with a code', 'Entrar com código', '驗證碼登入'),
      secret: ['code'],
      personal: ['tel'],
      namesOrPhones: ['account'],
    },
    input: z
      .object({
        tel: tel.optional(),
        /**
         * After code 42383 (phone verification required), the caller sends `account` instead of `tel`. The verification code is sent to the
         * phone bound to this account.
         */
        account: z.string().trim().regex(ACCOUNT.pattern).optional(),
        code: smsCode,
        sms_type: z.literal(SMS_TYPE.login),
        remember: z.boolean().optional(),
      })
      .refine((value) => Boolean(value.tel) !== Boolean(value.account), { path: ['tel'] }),
    data: session,
    errors: [40004, 40301, 40311, 40312, 42382, 42386, 42387, 42901, 42903],
  }),
  'Login/resetPassword': write({
    summary: 'Sets a new password with a code sent to the phone (`sms_type` 2); ends all sessions.',
    access: 'public',
    audit: {
      module: 'login',
      action: 'resetPassword',
      object: 'account',
      text: text('找回密码', 'Reset forgotten password', 'Redefinir senha esquecida', '找回密碼'),
      secret: ['password', 'confirmPassword', 'code'],
      personal: ['tel'],
    },
    input: z
      .object({ tel, code: smsCode, password, confirmPassword: z.string().max(128) })
      .refine((value) => value.password === value.confirmPassword, { path: ['confirmPassword'], message: 'same' }),
    data: empty,
    errors: [40004, 42384, 42385],
  }),
  'Login/checkResetLink': write({
    summary: 'Whether a one-time link still works, and whose password it sets.',
    access: 'public',
    audit: null,
    input: z.object({ ticket: resetTicket }),
    data: z.object({ account: z.string(), expireAt: time() }),
    errors: [40004],
  }),
  'Login/redeemResetLink': write({
    summary: 'Sets a new password with the one-time link of a message; ends all sessions.',
    access: 'public',
    audit: {
      module: 'login',
      action: 'redeemResetLink',
      object: 'account',
      text: text('使用密码重设链接', 'Set password by link', 'Definir senha pelo link', '使用密碼重設連結'),
      secret: ['ticket', 'password', 'confirmPassword'],
    },
    input: z
      .object({ ticket: resetTicket, password, confirmPassword: z.string().max(128) })
      .refine((value) => value.password === value.confirmPassword, { path: ['confirmPassword'], message: 'same' }),
    data: empty,
    errors: [40004, 42382, 42384, 42385],
  }),
  'Login/changeInitialPassword': write({
    summary: 'Replaces the one-time password of a first sign-in; every other call answers 40306 until then.',
    access: 'signedIn',
    audit: {
      module: 'login',
      action: 'changeInitialPassword',
      object: 'account',
      text: text('修改初始密码', 'Replace one-time password', 'Trocar senha de uso único', '修改初始密碼'),
      secret: ['password', 'confirmPassword'],
    },
    input: z
      .object({ password, confirmPassword: z.string().max(128) })
      .refine((value) => value.password === value.confirmPassword, { path: ['confirmPassword'], message: 'same' }),
    data: session,
    errors: [40301, 42384, 42385],
  }),
  'Login/logout': write({
    summary: 'Ends this session.',
    access: 'signedIn',
    audit: { module: 'login', action: 'logout', object: 'session', text: WORD.signOut },
    input: z.object({}),
    data: empty,
  }),
  'Login/getSession': read({
    summary: 'When this session ends. Asking counts as being there.',
    access: 'signedIn',
    input: z.object({}),
    data: z.object({
      /** Time at which the session ends at the latest. */
      endsAt: time(),
      /** Minutes without the user's activity, after which the session ends even before `endsAt`. */
      idleMinutes: z.int(),
    }),
  }),
  'Verify/sendMessage': write({
    summary: 'Sends a code. Answers alike for known and unknown phones.',
    access: 'public',
    audit: {
      module: 'verify',
      action: 'sendMessage',
      object: 'code',
      text: text('发送验证码', 'Send a code', 'Enviar código', '傳送驗證碼'),
      secret: ['captcha'],
      personal: ['tel'],
      namesOrPhones: ['account'],
    },
    input: z.object({
      tel: tel.optional(),
      account: z.string().trim().regex(ACCOUNT.pattern).optional(),
      sms_type: z.union([
        z.literal(SMS_TYPE.bind),
        z.literal(SMS_TYPE.reset),
        z.literal(SMS_TYPE.oldPhone),
        z.literal(SMS_TYPE.login),
        z.literal(SMS_TYPE.second),
        z.literal(SMS_TYPE.payout),
      ]),
      captchaId: z.string().max(64).optional(),
      captcha: captcha.optional(),
    }),
    data: z.object({
      /** Seconds until the user can request another code. */
      waitSec: z.int(),
      maskedTel: z.string(),
    }),
    errors: [401, 40003, 40304, 42901, 42902],
  }),
  'Verify/getSecondMethods': read({
    summary: 'How the caller may confirm, the phone first; `last` is what was used last.',
    access: 'signedIn',
    input: z.object({}),
    data: z.object({
      methods: z.array(z.enum(SECOND_METHODS)),
      last: z.enum(SECOND_METHODS).nullable(),
      maskedTel: z.string(),
    }),
  }),
  'Verify/startPasskey': write({
    summary: 'What the browser needs to confirm with a passkey.',
    access: 'signedIn',
    audit: null,
    input: z.object({}),
    data: z.object({ options: z.record(z.string(), z.unknown()) }),
    errors: [42201],
  }),
  'Verify/confirmSecond': write({
    summary:
      'Exchanges a code by SMS (`sms_type` 5) or of an app, a passkey’s signature or a recovery code for a ticket that covers second verification for ten minutes.',
    access: 'signedIn',
    audit: {
      module: 'verify',
      action: 'confirmSecond',
      object: 'session',
      text: WORD.secondVerification,
      secret: ['code', 'assertion'],
    },
    input: z
      .object({
        method: z.enum(SECOND_METHODS).default('sms'),
        code: z.string().trim().max(16).optional(),
        /** The passkey assertion, as the browser returns it. */
        assertion: z.record(z.string(), z.unknown()).optional(),
      })
      .superRefine(({ method, code, assertion }, check) => {
        const pattern = method === 'recovery' ? FACTOR.recoveryCode : /^\d{6}$/;
        if (method !== 'passkey' && !pattern.test(code ?? ''))
          check.addIssue({ code: 'custom', path: ['code'], message: 'pattern' });
        if (method === 'passkey' && !assertion)
          check.addIssue({ code: 'custom', path: ['assertion'], message: 'required' });
      }),
    data: z.object({
      ticket: z.string(),
      expireAt: time(),
      /** `true` if the user has used a recovery code and not yet bound a factor. The ticket then only permits binding a new factor. */
      mustBindFactor: z.boolean(),
    }),
    errors: [40004, 42903],
  }),
  'Verify/getOutbox': read({
    summary: 'The local outbox of the SMS simulator; only callers on the same machine, never with an outside database.',
    access: 'public',
    input: z.object({}),
    data: z.object({
      list: z.array(z.object({ at: time(), tel: z.string(), scene: z.int(), text: z.string() })),
    }),
    errors: [40301],
  }),
} as const;
