import {
  type AccountAction,
  type AccountDeed,
  type AccountState,
  accountLifecycle,
} from '../../../contract/account.states';
import { text } from '../../../contract/text';
import { endSessionsOf } from '../../core/access/session';
import type { DoneOne } from '../../core/audit';
import { succeeded, validateEach } from '../../core/http/bulk';
import type { ActorContext } from '../../core/http/context';
import { Refusal, refuse } from '../../core/http/refusal';
import { guardKey, requirePasswordChange } from '../account';
import { forgetDevices } from '../login';
import { columnsOfStep, seatsLeft } from '../staff';
import { ownersWithout, stateAfter } from './rules';
import {
  type AccountRow,
  accountRow,
  accountRows,
  livingAccounts,
  lockRows,
  placeLocks,
  removeLocks,
  updateStates,
  usableOwners,
} from './store';

/** Runs an action on one account or on thousands of accounts. A few SQL statements change all accounts (DOMAIN §3.2). */

const WORDS = {
  own: text(
    '不能对自己的账号执行此操作，请在账号信息中设置',
    'You cannot do this with your own account; use Account information',
    'Não com a sua própria conta; use Dados da conta',
    '不能對自己的帳號執行此操作，請在帳號資訊中設定',
  ),
  lastOwner: text(
    '须至少保留一个可用的主账号',
    'The last usable owner account must stay',
    'A última conta principal utilizável deve permanecer',
    '須至少保留一個可用的主帳號',
  ),
  used: text(
    '账号已使用过，只能停用',
    'The account has been used; it can only be disabled',
    'A conta já foi usada; só pode ser desativada',
    '帳號已使用過，只能停用',
  ),
  lock: text('账号“{name}”已锁定', 'Account {name} locked', 'Conta {name} bloqueada', '帳號「{name}」已鎖定'),
  unlock: text(
    '账号“{name}”已解锁',
    'Account {name} unlocked',
    'Conta {name} desbloqueada',
    '帳號「{name}」已解除鎖定',
  ),
  disable: text('账号“{name}”已停用', 'Account {name} disabled', 'Conta {name} desativada', '帳號「{name}」已停用'),
  enable: text('账号“{name}”已启用', 'Account {name} enabled', 'Conta {name} ativada', '帳號「{name}」已啟用'),
  remove: text('账号“{name}”已删除', 'Account {name} deleted', 'Conta {name} excluída', '帳號「{name}」已刪除'),
  signedOut: text(
    '已结束账号“{name}”的 {n} 个登录',
    '{n, plural, one {# session} other {# sessions}} of {name} ended',
    '{n, plural, one {# sessão de {name} encerrada} other {# sessões de {name} encerradas}}',
    '已結束帳號「{name}」的 {n} 個登入',
  ),
} as const;

type Deed = AccountAction | AccountDeed;

export const isOwner = (ctx: ActorContext): boolean => ctx.actor.accountType === 'owner';
export const stateText = (ctx: ActorContext, state: AccountState): string =>
  accountLifecycle.stateText(state, ctx.locale);

export function answer(ctx: ActorContext, account: AccountRow, state: AccountState, version: number, message: string) {
  return { id: account.id, no: account.account, state, stateText: stateText(ctx, state), version, message };
}
type Done = DoneOne<ReturnType<typeof answer>>;

/** Finds an account in the caller's scope. @throws Refusal 40401 when it does not exist, 40302 when it is outside the scope */
export async function load(ctx: ActorContext, id: number): Promise<AccountRow> {
  const found = await accountRow(ctx.db, ctx.actor.scope, id, ctx.clock.now());
  if (found) return found;
  throw refuse((await livingAccounts(ctx.db, [id])).has(id) ? 40302 : 40401);
}

/**
 * Finds and locks the accounts of an action. The input contains each account once.
 *
 * @param check further conditions of the action
 * @returns for each input, in the same order, the account or its refusal. 40302 and 40401: not visible. 40305: the caller's own account.
 *   40304: an owner's account when the caller is not an owner, or the last usable owner.
 */
async function changeable<W extends { readonly id: number }>(
  ctx: ActorContext,
  wanted: readonly W[],
  action: Deed,
  check: (account: AccountRow) => unknown = () => undefined,
): Promise<readonly (AccountRow | Refusal)[]> {
  const ids = wanted.map(({ id }) => id);
  await lockRows(ctx.db, ids);
  const known = new Map(
    (await accountRows(ctx.db, ctx.actor.scope, ids, ctx.clock.now())).map((account) => [account.id, account]),
  );
  const missing = ids.filter((id) => !known.has(id));
  const living = missing.length === 0 ? new Map() : await livingAccounts(ctx.db, missing);
  const endsIt = action === 'lock' || action === 'disable' || action === 'remove';
  const hasOwners = endsIt && isOwner(ctx) && [...known.values()].some(({ accountType }) => accountType === 'owner');
  let owners = hasOwners ? await usableOwners(ctx.db, ctx.clock.now(), true) : 0;
  return validateEach(wanted, async ({ id }) => {
    const account = known.get(id);
    if (!account) throw refuse(living.has(id) ? 40302 : 40401);
    // Name the account in the audit before the checks, so that refused actions are recorded with the account name.
    ctx.audit({ objectId: id, objectNo: account.account });
    if (id === ctx.actor.accountId) throw refuse(40305, {}, null, ctx.t(WORDS.own));
    const isOwners = account.accountType === 'owner';
    if (isOwners && !isOwner(ctx)) throw refuse(40304);
    const left = isOwners ? ownersWithout(account.state, owners) : owners;
    if (isOwners && endsIt && left < 1 && account.state !== 'disabled') {
      throw refuse(40304, {}, null, ctx.t(WORDS.lastOwner));
    }
    await check(account);
    // Count the owners that remain usable after this account, so that a bulk action refuses the last one.
    owners = left;
    return account;
  });
}

/** Finds and locks the account of a single action. @throws the refusal that {@link changeable} returns */
export async function loadForChange(ctx: ActorContext, id: number, action: Deed): Promise<AccountRow> {
  const [account = refuse(40401)] = await changeable(ctx, [{ id }], action);
  if (account instanceof Refusal) throw account;
  return account;
}

interface Wanted {
  readonly id: number;
  readonly reason?: string | undefined;
}

/**
 * Changes the state of accounts. It also sets or removes their sign-in locks, and ends their sessions if the action requires it.
 *
 * @returns for each input, in the same order, the result or its refusal: those of {@link changeable}, 42201 (wrong state), 42202 (the
 *   account was used), 42344 (no seat left)
 */
export async function changeStates(
  ctx: ActorContext,
  action: AccountAction,
  wanted: readonly Wanted[],
): Promise<readonly (Done | Refusal)[]> {
  let seats = action === 'enable' ? await seatsLeft(ctx) : Number.POSITIVE_INFINITY;
  const found = await changeable(ctx, wanted, action, ({ accountType, lastLoginAt, state }) => {
    if (!accountLifecycle.allowed(state, action)) throw refuse(42201, { state: stateText(ctx, state) });
    if (action === 'remove' && lastLoginAt !== null) throw refuse(42202, {}, null, ctx.t(WORDS.used));
    if (accountType !== 'staff') return;
    if (seats <= 0) throw refuse(42344);
    seats -= 1;
  });
  const accounts = succeeded(wanted, found).map(({ record }) => record);
  if (accounts.length > 0) await writeStates(ctx, action, accounts);
  return wanted.map(({ reason }, at) => {
    const account = found[at] ?? refuse(40401);
    if (account instanceof Refusal) return account;
    const state = stateAfter(action, account.lastLoginAt === null);
    return {
      data: answer(ctx, account, state, account.version + 1, ctx.t(WORDS[action], { name: account.name })),
      change: {
        objectId: account.id,
        objectNo: account.account,
        before: { state: account.state },
        after: { state },
        ...(reason && { reason }),
      },
    };
  });
}

async function writeStates(ctx: ActorContext, action: AccountAction, accounts: readonly AccountRow[]): Promise<void> {
  const at = ctx.clock.now();
  const step = action === 'disable' || action === 'enable' ? action : null;
  for (const isStaff of [true, false]) {
    for (const neverUsed of [true, false]) {
      const ids = accounts
        .filter((one) => (one.accountType === 'staff') === isStaff && (one.lastLoginAt === null) === neverUsed)
        .map(({ id }) => id);
      if (ids.length === 0) continue;
      const change = { by: ctx.actor.accountId, at, state: stateAfter(action, neverUsed) };
      await updateStates(ctx.db, ids, change, isStaff && step ? columnsOfStep(step, at) : {});
    }
  }
  const ids = accounts.map(({ id }) => id);
  const keys = ids.map(guardKey);
  if (action === 'lock') await placeLocks(ctx.db, keys, at);
  if (action === 'unlock' || action === 'enable') await removeLocks(ctx.db, keys);
  if (action === 'lock' || action === 'disable' || action === 'remove') {
    await endSessionsOf(ctx.db, ids, action === 'lock' ? 'kicked' : 'disabled', at);
  }
}

/** Ends all sessions of accounts. @returns for each input, in the same order, the result or the refusal of {@link changeable} */
export async function signOut(ctx: ActorContext, wanted: readonly Wanted[]): Promise<readonly (Done | Refusal)[]> {
  const found = await changeable(ctx, wanted, 'forceLogout');
  const ids = succeeded(wanted, found).map(({ record }) => record.id);
  const ended = await endSessionsOf(ctx.db, ids, 'kicked', ctx.clock.now());
  return found.map((account) => {
    if (account instanceof Refusal) return account;
    const n = ended.get(account.id) ?? 0;
    const message = ctx.t(WORDS.signedOut, { name: account.name, n });
    return {
      data: answer(ctx, account, account.state, account.version, message),
      change: { objectId: account.id, objectNo: account.account, after: { endedSessions: n } },
    };
  });
}

/**
 * Requires a new password from accounts at their next sign-in. It also ends the accounts' sessions and forgets their trusted devices.
 *
 * @returns for each input, in the same order, the result or its refusal: those of {@link changeable}, or 42201 (disabled account)
 */
export async function askForPassword(
  ctx: ActorContext,
  wanted: readonly Wanted[],
): Promise<readonly (DoneOne<null> | Refusal)[]> {
  const found = await changeable(ctx, wanted, 'requirePasswordChange', ({ state }) => {
    if (state === 'disabled') throw refuse(42201, { state: stateText(ctx, state) });
  });
  const at = ctx.clock.now();
  const accountIds = succeeded(wanted, found).map(({ record }) => record.id);
  await requirePasswordChange(ctx.db, { accountIds, by: ctx.actor.accountId, at });
  // An open session or a trusted device could otherwise be used to choose the new password.
  await forgetDevices(ctx.db, accountIds);
  await endSessionsOf(ctx.db, accountIds, 'password', at);
  return found.map((account) =>
    account instanceof Refusal ? account : { data: null, change: { objectId: account.id, objectNo: account.account } },
  );
}
