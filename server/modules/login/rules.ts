import { PASSWORD, SESSION_LIMITS, SMS_TYPE } from '../../../contract/limits';
import { fill, type Locale, text } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';

/** Limits for sign-in. They are part of the security settings (DOMAIN §3.7). */
export interface SignInPolicy {
  /** Number of wrong passwords after which an account is locked. */
  readonly maxFail: number;
  readonly lockMin: number;
  readonly sessionPerAccount: number;
  readonly passwordMinLen: number;
  /** Maximum age of a password in days. An older password must be changed at the next sign-in. 0 means no limit. */
  readonly passwordDays: number;
}

/** Number of consecutive locks without a successful sign-in. The last lock stays until a user unlocks the account (QUALITY C.3 1). */
export const LOCKS_UNTIL_PERMANENT = 3;
export const FAIL_WINDOW_MS = SESSION_LIMITS.failWindowMinutes * 60_000;
/** If second verification is on, a known device must verify the phone again after this time. */
const DEVICE_TRUST_MS = 7 * 24 * 60 * 60_000;
export const DAY_SECONDS = 24 * 60 * 60;
/** Maximum number of messages in 24 hours to one phone and from one IP address. */
export const SMS_PER_DAY = { phone: 10, address: 100 } as const;

/** Counts the character classes in a password: lower case, upper case, digits and other characters. */
function classesOf(password: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((pattern) => pattern.test(password)).length;
}

/**
 * Checks a password by DOMAIN §3.1: 8–32 characters, three of four classes, no character four times in a row, no account name.
 *
 * @param account `null` skips the check for the account name, so that the result does not reveal it
 * @param minLength minimum length of the security settings; a value below 8 counts as 8
 */
export function isStrong(password: string, account: string | null, minLength: number = PASSWORD.min): boolean {
  if (password.length < Math.max(PASSWORD.min, minLength) || password.length > PASSWORD.max) return false;
  if (classesOf(password) < 3 || /(.)\1{3}/su.test(password)) return false;
  return account === null || !password.toLowerCase().includes(account.toLowerCase());
}

export function isPasswordOld(passwordAt: Date | null, days: number, now: Date): boolean {
  return days > 0 && passwordAt !== null && now.getTime() - passwordAt.getTime() > days * DAY_MS;
}

/** Computes the remaining minutes of a lock, at least 1. */
export function minutesLeft(until: Date, now: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000));
}

interface DeviceFacts {
  readonly isNewAccount: boolean;
  /** Time of the phone's last verification on this device. `null` means never. */
  readonly verifiedAt: Date | null;
  readonly need2v: boolean;
  /** True if the password was generated for a single sign-in. */
  readonly oneTimePassword: boolean;
}

/**
 * Checks whether sign-in also needs the phone: new account, new device, or a required second verification older than a week. A sign-in
 * with a one-time password never needs the phone.
 */
export function needsPhone(facts: DeviceFacts, now: Date): boolean {
  if (facts.oneTimePassword) return false;
  if (facts.isNewAccount || facts.verifiedAt === null) return true;
  return facts.need2v && now.getTime() - facts.verifiedAt.getTime() > DEVICE_TRUST_MS;
}

/** Purposes of SMS codes that require a session. */
export const SCENES_OF_SESSION: ReadonlySet<number> = new Set([
  SMS_TYPE.bind,
  SMS_TYPE.oldPhone,
  SMS_TYPE.second,
  SMS_TYPE.payout,
]);

const CODE_MESSAGE = text(
  '【{site}】验证码 {code}，{n} 分钟内有效。请勿告诉他人。',
  '[{site}] Your code is {code}. It is valid for {n} minutes. Do not share it.',
  '[{site}] Seu código é {code}. Ele vale por {n} minutos. Não o compartilhe.',
  '【{site}】驗證碼 {code}，{n} 分鐘內有效。請勿告訴他人。',
);

export function codeMessage(locale: Locale, site: string, code: string): string {
  return fill(CODE_MESSAGE[locale], { site, code, n: SESSION_LIMITS.codeSeconds / 60 });
}

/** Message for an account without any permission (DOMAIN §3.1). */
export const NO_PERMISSION_YET = text(
  '该账号尚未分配权限',
  'This account has no permission yet',
  'Esta conta ainda não tem permissões',
  '此帳號尚未分配權限',
);

/** Placeholder for a phone that the answer must not reveal. */
export const HIDDEN_TEL = '***********';

/** Texts of notices about a sign-in that the user may not have made. */
export const RISK = {
  newDevice: {
    title: text(
      '账号 {account} 在新设备上登录',
      'Account {account} signed in on a new device',
      'A conta {account} entrou em um novo dispositivo',
      '帳號 {account} 在新裝置上登入',
    ),
    content: text(
      '设备：{device}，IP：{ip}。如非本人操作，请立即修改密码并结束会话。',
      'Device: {device}, IP: {ip}. If this was not you, change the password and end the session now.',
      'Dispositivo: {device}, IP: {ip}. Se não foi a própria pessoa, altere a senha e encerre a sessão agora.',
      '裝置：{device}，IP：{ip}。如非本人操作，請立即變更密碼並結束工作階段。',
    ),
  },
  paused: {
    title: text(
      '账号 {account} 已被锁定 {min} 分钟',
      'Account {account} is locked for {min} minutes',
      'A conta {account} foi bloqueada por {min} minutos',
      '帳號 {account} 已被鎖定 {min} 分鐘',
    ),
    content: text(
      '密码连续错误 {n} 次，最后一次来自 {ip}。到时自动解锁。',
      'The password was wrong {n} times in a row, the last time from {ip}. The account unlocks automatically.',
      'A senha foi informada errada {n} vezes, a última a partir de {ip}. O desbloqueio é automático.',
      '密碼連續錯誤 {n} 次，最後一次來自 {ip}。到時自動解鎖。',
    ),
  },
  locked: {
    title: text(
      '账号 {account} 已被锁定，需人工解锁',
      'Account {account} is locked and must be unlocked by hand',
      'A conta {account} está bloqueada até que alguém a desbloqueie',
      '帳號 {account} 已被鎖定，需人工解鎖',
    ),
    content: text(
      '多次被锁定后密码仍然错误，最后一次来自 {ip}。请确认是否本人操作。',
      'After several locks the password was wrong again, the last time from {ip}. Check whether it was the account holder.',
      'Após vários bloqueios a senha foi informada errada de novo, a última vez a partir de {ip}. Verifique se foi a própria pessoa.',
      '多次被鎖定後密碼仍然錯誤，最後一次來自 {ip}。請確認是否本人操作。',
    ),
  },
} as const;
