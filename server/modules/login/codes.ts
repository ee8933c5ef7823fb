import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { SESSION_LIMITS } from '../../../contract/limits';
import type { Database } from '../../core/database/schema';
import type { CallContext } from '../../core/http/context';
import { countHit } from '../../core/http/rate';
import { refuse } from '../../core/http/refusal';
import { readSetting } from '../site';
import { codeMessage, DAY_SECONDS, SMS_PER_DAY } from './rules';
import { placeCode, spendCode, takeCodeTry } from './store';

/** SMS codes: six digits, valid for 300 s, five tries and one use. A code is bound to a phone and a purpose (DOMAIN §3.1). */

const codeText = (scene: number, tel: string, code: string): string => `verify:${scene}:${tel}:${code}`;

/** Builds the storage key for an unknown account's code. We store this code too, so that known and unknown accounts get the same answer. */
export function placeOfUnknown(account: string): string {
  return `?${createHash('sha256').update(account.toLowerCase()).digest('hex').slice(0, 19)}`;
}

/** Stores a code and replaces the previous code. @throws Refusal 42902 the previous code was sent less than 60 s ago */
export async function placeOrWait(ctx: CallContext, code: Parameters<typeof placeCode>[1]): Promise<void> {
  const sentAt = await placeCode(ctx.db, code, SESSION_LIMITS.resendSeconds * 1000);
  if (sentAt === null) return;
  const passed = Math.floor((code.at.getTime() - sentAt.getTime()) / 1000);
  throw refuse(42902, { n: Math.max(1, SESSION_LIMITS.resendSeconds - passed) });
}

/** Counts a message for its phone and for the caller's IP address. @throws Refusal 42901 a count exceeds its limit for 24 hours */
export async function limitMessages(ctx: CallContext, tel: string): Promise<void> {
  const limits = [
    [`sms:phone:${tel}`, SMS_PER_DAY.phone],
    [`sms:address:${ctx.ip}`, SMS_PER_DAY.address],
  ] as const;
  for (const [key, most] of limits) {
    const { hits, secondsLeft } = await countHit(ctx.db, ctx.clock, key, DAY_SECONDS);
    if (hits > most) throw refuse(42901, {}, { retryAfter: secondsLeft });
  }
}

/**
 * Creates a code and sends it after the commit.
 *
 * @param isReal false if no account has this phone; everything except the sending is done
 * @throws Refusal 42902 within 60 s of the previous code · 42901 too many messages in 24 hours to this phone or from this IP address
 */
export async function sendCode(ctx: CallContext, tel: string, scene: number, isReal: boolean): Promise<void> {
  const at = ctx.clock.now();
  const code = String(ctx.clock.randomInt(0, 1_000_000)).padStart(6, '0');
  await placeOrWait(ctx, {
    id: ctx.ids.next(),
    tel,
    scene,
    codeHash: isReal ? ctx.ports.secrets.digest(codeText(scene, tel, code)) : null,
    at,
    expireAt: new Date(at.getTime() + SESSION_LIMITS.codeSeconds * 1000),
  });
  await limitMessages(ctx, tel);
  const { siteName } = await readSetting(ctx.db, 'identity');
  if (!isReal) return;
  const { locale, ports } = ctx;
  ctx.afterCommit(() =>
    ports.sms.send({ tel, scene, text: codeMessage(locale, siteName, code), params: { code }, locale }),
  );
}

/** A code that is correct and unused. */
export interface CheckedCode {
  /** Marks the code as used, in the transaction of the protected action. @throws Refusal 40004 a concurrent call used the code */
  spend(db: Kysely<Database>): Promise<void>;
}

/**
 * Checks a code and counts the try. The automation code of the deployment, if there is one, is always correct.
 *
 * @throws Refusal 40004 the code is wrong, expired or used, or has had five tries
 */
export async function checkCode(ctx: CallContext, tel: string, scene: number, code: string): Promise<CheckedCode> {
  const now = ctx.clock.now();
  if (ctx.deployment.automationCode !== null && code === ctx.deployment.automationCode) {
    return { spend: async () => undefined };
  }
  const taken = await takeCodeTry(ctx.db, tel, scene, SESSION_LIMITS.codeTries, now);
  if (!taken || !ctx.ports.secrets.isDigest(codeText(scene, tel, code), taken.codeHash ?? '')) throw refuse(40004);
  return {
    async spend(db) {
      if (!(await spendCode(db, taken.id, now))) throw refuse(40004);
    },
  };
}
