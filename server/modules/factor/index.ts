import type { Kysely } from 'kysely';
import { FACTOR, type SecondMethod } from '../../../contract/second';
import { text } from '../../../contract/text';
import { MINUTE_MS } from '../../../contract/units';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { countHit } from '../../core/http/rate';
import { refuse } from '../../core/http/refusal';
import type { Job } from '../../core/jobs';
import { identitiesOf, isSecondRequired } from '../account';
import { readSetting } from '../site';
import { bindingOptions, bindPasskey, confirmingOptions, hasPasskey, redeemPasskey } from './passkeys';
import { base32, fromBase32, matchingStep, newRecoveryCodes, plainRecoveryCode, SECRET_BYTES, totpUri } from './rules';
import {
  confirmPending,
  countRecovery,
  deleteFactor,
  deleteOldChallenges,
  insertPending,
  lockAccount,
  placeOf,
  replaceRecovery,
  selectFactors,
  selectPending,
  selectSealed,
  selectSecond,
  spendRecovery,
  spendStep,
  updateName,
  updateSecond,
} from './store';

/**
 * Second factors (二次验证方式): authenticator apps, passkeys and recovery codes. The phone is every account's first method and belongs to the
 * login module. Functions with a call context act on the caller's own account.
 */

type Db = Kysely<Database>;

/** Maximum number of attempts per account in five minutes, correct or not. Ten are too few to guess six digits. */
const TRIES = { most: 10, seconds: 300 } as const;

const TOO_MANY = text(
  '最多绑定 {n} 个验证方式',
  'At most {n} methods can be bound',
  'No máximo {n} métodos podem ser vinculados',
  '最多綁定 {n} 個驗證方式',
);
const TOO_MANY_TRIES = text(
  '验证次数过多，请 {n} 分钟后再试',
  'Too many attempts; try again in {n} min',
  'Muitas tentativas; aguarde {n} min',
  '驗證次數過多，請 {n} 分鐘後再試',
);
const LAST_FACTOR = text(
  '请先绑定其他方式',
  'Bind another method first',
  'Vincule outro método primeiro',
  '請先綁定其他方式',
);
const NO_FACTOR = text(
  '请先绑定验证器应用或通行密钥',
  'Bind an authenticator app or a passkey first',
  'Vincule antes um aplicativo autenticador ou uma chave de acesso',
  '請先綁定驗證器應用程式或通行金鑰',
);
const FORCED = text(
  '您的身份须保持二次验证，不能关闭',
  'Your identity needs second verification; it cannot be switched off',
  'Sua identidade exige a segunda verificação; ela não pode ser desligada',
  '您的身分須保持二次驗證，不能關閉',
);

const recoveryHash = (ctx: ActorContext, code: string): string =>
  ctx.ports.secrets.digest(`recovery:${ctx.actor.accountId}:${plainRecoveryCode(code)}`);

/** Checks whether this account must leave second verification on. */
async function isSecondForced(db: Db, accountId: number, accountType: string): Promise<boolean> {
  const [identities, { force2v }] = await Promise.all([identitiesOf(db, accountId), readSetting(db, 'security')]);
  return isSecondRequired(accountType, identities, force2v);
}

/** Reads the security state of an account, without secrets. */
export async function secondState(db: Db, accountId: number) {
  const [account, factors, recoveryLeft] = await Promise.all([
    selectSecond(db, accountId),
    selectFactors(db, accountId),
    countRecovery(db, accountId),
  ]);
  return {
    twoFactor: account.twoFactor,
    twoFactorForced: await isSecondForced(db, accountId, account.accountType),
    mustBindFactor: account.mustBindFactor,
    recoveryLeft,
    factors: factors.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
      id,
      kind,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  };
}

/**
 * Returns the methods by which the caller can confirm, and the method that the caller used last. The phone is always included, a passkey
 * only on the site where it was created.
 */
export async function secondMethods(
  ctx: ActorContext,
): Promise<{ readonly methods: SecondMethod[]; readonly last: SecondMethod | null }> {
  const { accountId } = ctx.actor;
  const [{ last }, factors, recoveryLeft] = await Promise.all([
    selectSecond(ctx.db, accountId),
    selectFactors(ctx.db, accountId),
    countRecovery(ctx.db, accountId),
  ]);
  const methods: SecondMethod[] = ['sms'];
  if (factors.some(({ kind }) => kind === 'totp')) methods.push('totp');
  if (hasPasskey(ctx, factors)) methods.push('passkey');
  if (recoveryLeft > 0) methods.push('recovery');
  return { methods, last: last !== null && methods.includes(last) ? last : null };
}

/** Checks that the account may bind another factor. @throws Refusal 42201 (the account has the maximum number of factors) */
async function refuseTooMany(ctx: ActorContext): Promise<void> {
  const factors = await selectFactors(ctx.db, ctx.actor.accountId);
  if (factors.length >= FACTOR.most) throw refuse(42201, {}, null, ctx.t(TOO_MANY, { n: FACTOR.most }));
}

/**
 * Creates the secret of an authenticator app. The app is unconfirmed until {@link confirmTotp}.
 *
 * @throws Refusal 42201 (the account has the maximum number of factors)
 */
export async function startTotp(ctx: ActorContext) {
  await refuseTooMany(ctx);
  const id = ctx.ids.next();
  const secret = base32(ctx.clock.randomBytes(SECRET_BYTES));
  const sealed = ctx.ports.secrets.seal(secret, placeOf(id));
  await insertPending(ctx.db, { id, accountId: ctx.actor.accountId, sealed, at: ctx.clock.now() });
  const { siteName } = await readSetting(ctx.db, 'identity');
  return { factorId: id, secret, uri: totpUri(siteName, ctx.actor.account, secret) };
}

/** Returns the time step in which an app shows this code. `null` means that the code is wrong or the app does not exist. */
async function stepOf(ctx: ActorContext, factorId: number, code: string): Promise<number | null> {
  const sealed = await selectSealed(ctx.db, factorId);
  if (sealed === null) return null;
  return matchingStep(fromBase32(ctx.ports.secrets.open(sealed, placeOf(factorId))), code, ctx.clock.now());
}

/** Confirms an app by one of its codes. @throws Refusal 40401 no unconfirmed app has this id · 40004 the code is wrong */
export async function confirmTotp(ctx: ActorContext, factorId: number, code: string, name: string): Promise<string[]> {
  const { accountId } = ctx.actor;
  await lockAccount(ctx.db, accountId);
  if (!(await selectPending(ctx.db, accountId, factorId))) throw refuse(40401);
  const at = ctx.clock.now();
  const step = await stepOf(ctx, factorId, code);
  if (step === null) throw refuse(40004);
  if (!(await confirmPending(ctx.db, factorId, { name, step, at }))) throw refuse(40401);
  return afterBinding(ctx, 'totp');
}

/** Starts the binding of a passkey. @throws Refusal 42201 the account has the maximum number of factors */
export async function startPasskey(ctx: ActorContext): Promise<Record<string, unknown>> {
  await refuseTooMany(ctx);
  return bindingOptions(ctx, (await readSetting(ctx.db, 'identity')).siteName);
}

/** Binds the passkey that the browser created. @throws Refusal 40004 (wrong or late response), 40903 (passkey is already stored) */
export async function finishPasskey(
  ctx: ActorContext,
  response: Readonly<Record<string, unknown>>,
  name: string,
): Promise<{ readonly id: number; readonly codes: string[] }> {
  await lockAccount(ctx.db, ctx.actor.accountId);
  const id = await bindPasskey(ctx, response, name);
  return { id, codes: await afterBinding(ctx, 'passkey') };
}

/**
 * Completes the binding of a factor. Clears `mustBindFactor`, which a confirmation by recovery code has set. If the account has no recovery
 * codes, it gets new ones.
 */
async function afterBinding(ctx: ActorContext, last: SecondMethod): Promise<string[]> {
  const { accountId } = ctx.actor;
  await updateSecond(ctx.db, accountId, { mustBindFactor: false, last });
  return (await countRecovery(ctx.db, accountId)) === 0 ? storeRecoveryCodes(ctx) : [];
}

async function storeRecoveryCodes(ctx: ActorContext): Promise<string[]> {
  const codes = newRecoveryCodes((min, max) => ctx.clock.randomInt(min, max));
  await replaceRecovery(
    ctx.db,
    ctx.actor.accountId,
    codes.map((code) => recoveryHash(ctx, code)),
  );
  return codes;
}

/** Creates ten new recovery codes and invalidates the earlier ones. @throws Refusal 42201 the account has no factor to recover */
export async function makeRecoveryCodes(ctx: ActorContext): Promise<string[]> {
  await lockAccount(ctx.db, ctx.actor.accountId);
  const factors = await selectFactors(ctx.db, ctx.actor.accountId);
  if (factors.length === 0) throw refuse(42201, {}, null, ctx.t(NO_FACTOR));
  return storeRecoveryCodes(ctx);
}

/** Renames a factor. @throws Refusal 40401 (unknown id) */
export async function renameFactor(ctx: ActorContext, factorId: number, name: string): Promise<void> {
  if (!(await updateName(ctx.db, ctx.actor.accountId, factorId, name))) throw refuse(40401);
}

/**
 * Removes a factor. The last factor cannot be removed while second verification is on or required, because only the phone would remain.
 *
 * @throws Refusal 40401 (unknown id), 42202 (last factor)
 */
export async function removeFactor(ctx: ActorContext, factorId: number): Promise<{ readonly name: string }> {
  const { accountId } = ctx.actor;
  const account = await lockAccount(ctx.db, accountId);
  const factors = await selectFactors(ctx.db, accountId);
  const factor = factors.find(({ id }) => id === factorId);
  if (!factor) throw refuse(40401);
  const isNeeded = account.twoFactor || (await isSecondForced(ctx.db, accountId, account.accountType));
  if (factors.length === 1 && isNeeded) throw refuse(42202, {}, null, ctx.t(LAST_FACTOR));
  await deleteFactor(ctx.db, accountId, factorId);
  // Recovery codes are useless without a factor and only a risk, so delete them.
  if (factors.length === 1) await replaceRecovery(ctx.db, accountId, []);
  return { name: factor.name };
}

/** Turns second verification on or off. @throws Refusal 42201 (second verification is required for this account) */
export async function setTwoFactor(ctx: ActorContext, on: boolean): Promise<void> {
  const { accountId, accountType } = ctx.actor;
  if (!on && (await isSecondForced(ctx.db, accountId, accountType))) throw refuse(42201, {}, null, ctx.t(FORCED));
  await updateSecond(ctx.db, accountId, { twoFactor: on });
}

/** Starts a confirmation by passkey. @throws Refusal 42201 the account has no passkey for this site */
export async function startPasskeyConfirmation(ctx: ActorContext): Promise<Record<string, unknown>> {
  if (!hasPasskey(ctx, await selectFactors(ctx.db, ctx.actor.accountId))) {
    throw refuse(42201, {}, null, ctx.t(NO_FACTOR));
  }
  return confirmingOptions(ctx);
}

/** A confirmation by any method except the phone. */
export interface Proof {
  readonly method: Exclude<SecondMethod, 'sms'>;
  readonly code: string;
  readonly assertion: Readonly<Record<string, unknown>>;
}

/** Counts an attempt before the code is checked. @throws Refusal 42903 too many attempts */
export async function countSecondTry(ctx: ActorContext): Promise<void> {
  const { hits, secondsLeft } = await countHit(ctx.db, ctx.clock, `second:${ctx.actor.accountId}`, TRIES.seconds);
  if (hits <= TRIES.most) return;
  // Code 42901 is not recorded in the audit. Use 42903, because attempts to guess a second factor must be traceable.
  const n = Math.ceil(secondsLeft / 60);
  throw refuse(42903, { n }, { retryAfter: secondsLeft }, ctx.t(TOO_MANY_TRIES, { n }));
}

/**
 * Redeems a proof. Each proof is valid once, even if calls are concurrent.
 *
 * @throws Refusal 40004 the proof is wrong, used or expired
 */
export async function redeemProof(ctx: ActorContext, proof: Proof): Promise<void> {
  if (!(await isGood(ctx, proof))) throw refuse(40004);
}

async function isGood(ctx: ActorContext, { method, code, assertion }: Proof): Promise<boolean> {
  const { accountId } = ctx.actor;
  const at = ctx.clock.now();
  if (method === 'passkey') return redeemPasskey(ctx, assertion);
  if (method === 'recovery') return spendRecovery(ctx.db, accountId, recoveryHash(ctx, code), at);
  for (const { id, kind } of await selectFactors(ctx.db, accountId)) {
    if (kind !== 'totp') continue;
    const step = await stepOf(ctx, id, code);
    if (step !== null && (await spendStep(ctx.db, id, step, at))) return true;
  }
  return false;
}

/**
 * Stores the method by which the caller confirmed. After a confirmation by recovery code, the caller must bind another factor.
 *
 * @returns whether the caller must bind another factor
 */
export async function noteSecond(
  db: Db,
  accountId: number,
  method: SecondMethod,
): Promise<{ readonly mustBindFactor: boolean }> {
  if (method !== 'recovery') {
    await updateSecond(db, accountId, { last: method });
    return { mustBindFactor: (await selectSecond(db, accountId)).mustBindFactor };
  }
  await updateSecond(db, accountId, { mustBindFactor: true });
  return { mustBindFactor: true };
}

export const factorJobs: readonly Job[] = [
  {
    name: 'forget challenges',
    everyMs: 60 * MINUTE_MS,
    run: (db, clock) => deleteOldChallenges(db, clock.now()),
  },
];
