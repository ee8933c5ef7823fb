import { E164, MESSAGE_TYPE, MOBILE, SESSION_LIMITS } from '../../../contract/limits';
import { fill, type Locale, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { maskTel } from '../../core/access/mask';
import { endSessions } from '../../core/access/session';
import { consoleLink } from '../../core/console-link';
import type { CallContext } from '../../core/http/context';
import { deviceOf } from '../../core/http/device';
import { refuse } from '../../core/http/refusal';
import { guardKey } from '../account';
import { readSetting } from '../site';
import { limitMessages, placeOrWait } from './codes';
import { logSignIn, refuseBadPassword, setPassword } from './passwords';
import { accountById, clearGuard, findAccountById, rememberDevice, spendCode, storedCode } from './store';

/**
 * One-time links to set a new password (DOMAIN §3.2 "Reset password", §3.11). A link has 256 random bits and is valid for 30 minutes and
 * one use. Each account has at most one valid link. The table of codes stores only a keyed hash of the secret.
 */

const SECRET_BYTES = 32;
const PATH = '/user/forget';

const LINK_MESSAGE = text(
  '【{site}】账号 {account} 的密码可在 {n} 分钟内重设，链接仅可使用一次：{link} 。若非本人操作，请忽略。',
  '[{site}] Set a new password for account {account} within {n} minutes; the link works once: {link} . Ignore this if it was not you.',
  '[{site}] Defina uma nova senha para a conta {account} em até {n} minutos; o link vale uma vez: {link} . Ignore se não foi você.',
  '【{site}】帳號 {account} 的密碼可在 {n} 分鐘內重設，連結僅可使用一次：{link} 。若非本人操作，請忽略。',
);
const DEAD_LINK = text(
  '链接无效、已使用或已过期，请联系管理员重新发送',
  'This link is wrong, used or expired; ask an administrator for a new one',
  'Este link é inválido, já foi usado ou expirou; peça outro a um administrador',
  '連結無效、已使用或已過期，請聯絡管理員重新傳送',
);
const NO_PHONE = WORD.bindPhoneFirst;
const TEMPLATE = text(
  '密码重设链接短信模板',
  'SMS template of the reset link',
  'modelo de SMS do link de senha',
  '密碼重設連結簡訊範本',
);

/** Builds the key of an account's link in the table of codes. It never equals a phone number. */
const placeOf = (accountId: number): string => `#${accountId}`;
const textOf = (accountId: number, secret: string): string => `resetLink:${accountId}:${secret}`;

function messageOf(locale: Locale, values: Readonly<Record<string, string>>): string {
  return fill(LINK_MESSAGE[locale], { ...values, n: SESSION_LIMITS.resetLinkMinutes });
}

/**
 * Sends a one-time link to the phone of an account after the commit. An earlier link of the account becomes invalid. The password and the
 * sessions stay unchanged until the link is used.
 *
 * @throws Refusal 42386 the account has no phone · 42382 disabled or deleted · 42902 within 60 s of the previous link · 42901 too many
 *   messages in 24 hours · 42330 the SMS provider has no template for the link, or the URL of the console is unknown ({@link consoleLink})
 */
export async function issueResetLink(
  ctx: CallContext,
  accountId: number,
): Promise<{ readonly maskedTel: string; readonly expireAt: Date }> {
  const account = await accountById(ctx.db, accountId);
  if (account.status === 'disabled' || account.status === 'deleted') throw refuse(42382);
  const { tel } = account;
  if (!MOBILE.test(tel) && !E164.test(tel)) throw refuse(42386, {}, null, ctx.t(NO_PHONE));
  const sms = await readSetting(ctx.db, 'sms');
  if (sms.provider !== 'simulator' && !sms.templates.resetLink) throw refuse(42330, { missing: TEMPLATE });
  const at = ctx.clock.now();
  const expireAt = new Date(at.getTime() + SESSION_LIMITS.resetLinkMinutes * 60_000);
  const secret = ctx.clock.randomBytes(SECRET_BYTES).toString('base64url');
  await placeOrWait(ctx, {
    id: ctx.ids.next(),
    tel: placeOf(accountId),
    scene: MESSAGE_TYPE.resetLink,
    codeHash: ctx.ports.secrets.digest(textOf(accountId, secret)),
    at,
    expireAt,
  });
  await limitMessages(ctx, tel);
  const { siteName } = await readSetting(ctx.db, 'identity');
  const link = consoleLink(ctx, `${PATH}?ticket=${accountId.toString(36)}-${secret}`);
  const { locale, ports } = ctx;
  const params = { link, account: account.account };
  ctx.afterCommit(() =>
    ports.sms.send({
      tel,
      scene: MESSAGE_TYPE.resetLink,
      text: messageOf(locale, { site: siteName, ...params }),
      params,
      locale,
    }),
  );
  return { maskedTel: maskTel(tel), expireAt };
}

/** Finds the valid link of a ticket. @throws Refusal 40004 the link is wrong, used, replaced or expired */
async function linkOf(ctx: CallContext, ticket: string) {
  const dead = () => refuse(40004, {}, null, ctx.t(DEAD_LINK));
  const [id = '', secret = ''] = [ticket.slice(0, ticket.indexOf('-')), ticket.slice(ticket.indexOf('-') + 1)];
  const accountId = Number.parseInt(id, 36);
  if (!Number.isSafeInteger(accountId)) throw dead();
  const stored = await storedCode(ctx.db, placeOf(accountId), MESSAGE_TYPE.resetLink, ctx.clock.now());
  if (!stored || !ctx.ports.secrets.isDigest(textOf(accountId, secret), stored.codeHash ?? '')) throw dead();
  const account = await findAccountById(ctx.db, accountId);
  if (!account) throw dead();
  return { account, codeId: stored.id, expireAt: stored.expireAt, dead };
}

/** Returns the account and the expiry time of a link. @throws Refusal 40004 (link wrong, used, replaced or expired) */
export async function checkResetLink(ctx: CallContext, ticket: string) {
  const { account, expireAt } = await linkOf(ctx, ticket);
  return { account: account.account, expireAt: expireAt.toISOString() };
}

/**
 * Sets the password with a link, closes all sessions of the account and removes a temporary sign-in lock. The link was sent to the phone,
 * so its use also verifies the phone for this browser.
 *
 * @throws Refusal 40004 (link not valid), 42382 (account disabled), 42384 (equals one of the last three), 42385 (weak password). The link
 *   stays usable after 42384 and 42385.
 */
export async function redeemResetLink(ctx: CallContext, ticket: string, password: string): Promise<void> {
  const { account, codeId, dead } = await linkOf(ctx, ticket);
  ctx.audit({ objectId: account.id, objectNo: account.account });
  if (account.status === 'disabled') throw refuse(42382);
  await refuseBadPassword(account, password, await readSetting(ctx.db, 'security'));
  const now = ctx.clock.now();
  if (!(await spendCode(ctx.db, codeId, now))) throw dead();
  await setPassword(ctx.db, account, password, now);
  await endSessions(ctx.db, { accountId: account.id }, 'password', now);
  await rememberDevice(ctx.db, account.id, deviceOf(ctx.userAgent).family, now);
  await clearGuard(ctx.db, guardKey(account.id));
  await logSignIn(ctx, account, account.account, { method: 'link', ok: true, reason: null });
}
