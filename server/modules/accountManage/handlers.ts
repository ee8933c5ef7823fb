import {
  type AccountAction,
  type AccountDeed,
  type AccountState,
  accountLifecycle,
} from '../../../contract/account.states';
import { accountManageEndpoints } from '../../../contract/accountManage';
import { E164, LIST_LIMITS, MOBILE } from '../../../contract/limits';
import { type Text, text } from '../../../contract/text';
import { validationText } from '../../../contract/validation';
import { forReveal } from '../../core/access';
import { eachRecord, targetIds } from '../../core/bulk';
import { type ActorContext, handlers } from '../../core/context';
import { wallTime } from '../../core/days';
import { deviceOf } from '../../core/device';
import { invalid, type Refusal, refuse } from '../../core/refusal';
import { endSessions, openSessions } from '../../core/session';
import {
  accountNames,
  changeAccountTel,
  createAccount,
  guardKey,
  heldIdentities,
  identityName,
  requirePasswordChange,
  tellOfIdentities,
  usableIdentities,
} from '../account';
import { assertWithinOwn, beyondOwn } from '../identity';
import { forgetDevices, issueResetLink, LOGIN_METHOD_TEXT, loginReasonText } from '../login';
import { franchisee } from '../reference';
import { readSetting } from '../site';
import { columnsOfStep } from '../staff';
import { assertTeamInScope } from '../team';
import { filterOf, rowAnswers, TYPE_TEXT } from './answers';
import { stateAfter, UNMASK_RULE } from './rules';
import {
  type AccountRow,
  accountIds,
  accountPage,
  accountRow,
  accountTotals,
  type Belonging,
  isLiving,
  lastSignIns,
  lockRow,
  placeLock,
  removeLock,
  replaceIdentity,
  setExpiry,
  updateBelonging,
  updateState,
  usableOwners,
  versionOf,
} from './store';

type Deed = AccountAction | AccountDeed;

const WORDS = {
  own: text(
    '不能对自己的账号执行此操作，请在账号信息中设置',
    'Not with your own account, use Account information',
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
    'The account has been used, it can only be disabled',
    'A conta já foi usada; só pode ser desativada',
    '帳號已使用過，只能停用',
  ),
  noPhone: text('请先绑定手机号', 'Bind a phone first', 'Vincule um telefone primeiro', '請先綁定手機號碼'),
  teamIds: text('所属站点', 'Stations', 'Estações', '所屬站點'),
  franchisee: text('加盟商', 'Franchisee', 'Franqueado', '加盟商'),
  identity: text('身份', 'Identity', 'Identidade', '身分'),
  expireAt: text('有效期至', 'Valid until', 'Válida até', '有效期至'),
  created: text(
    '账号“{name}”已创建，首次登录须验证手机',
    'Account {name} created; its first sign-in asks for the phone',
    'Conta {name} criada; o primeiro acesso pede o telefone',
    '帳號「{name}」已建立，首次登入須驗證手機',
  ),
  saved: text('账号“{name}”已保存', 'Account {name} saved', 'Conta {name} salva', '帳號「{name}」已儲存'),
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
  linkSent: text(
    '密码重设链接已发送至 {tel}，30 分钟内有效',
    'The link for a new password went to {tel}, valid for 30 minutes',
    'O link de nova senha foi enviado para {tel}; vale por 30 minutos',
    '密碼重設連結已傳送至 {tel}，30 分鐘內有效',
  ),
  telChanged: text(
    '账号“{name}”的手机号已更换，下次登录须验证',
    'The phone of {name} is changed; the next sign-in asks for it',
    'O telefone de {name} foi trocado; o próximo acesso o pedirá',
    '帳號「{name}」的手機號碼已更換，下次登入須驗證',
  ),
  signedOut: text(
    '已结束账号“{name}”的 {n} 个登录',
    '{n} sessions of {name} ended',
    '{n} sessões de {name} encerradas',
    '已結束帳號「{name}」的 {n} 個登入',
  ),
} as const;

const DAY_MS = 86_400_000;
const OLD_PASSWORD_DAYS = 90;
const SHOWN_SIGN_INS = 20;

const hasPhone = (tel: string): boolean => MOBILE.test(tel) || E164.test(tel);
const isOwner = (ctx: ActorContext): boolean => ctx.actor.accountType === 'owner';

/** The account when the caller may see it. @throws Refusal 40401 · 40302 */
async function load(ctx: ActorContext, id: number): Promise<AccountRow> {
  const found = await accountRow(ctx.db, ctx.actor.scope, id, ctx.clock.now());
  if (found) return found;
  throw refuse((await isLiving(ctx.db, id)) ? 40302 : 40401);
}

/**
 * The phone of an account as it is stored, for who may see masked data of accounts, and phones at all. The caller records it.
 *
 * @throws Refusal 40301 · 40302 · 40401
 */
export async function revealAccountTel(caller: ActorContext, id: number): Promise<{ value: string; no: string }> {
  const { tel, account } = await load(forReveal(caller, UNMASK_RULE, 'phone'), id);
  return { value: tel, no: account };
}

/** What holds for every change. @throws Refusal 40305 own account · 40304 an owner's, or the last one */
async function loadForChange(ctx: ActorContext, id: number, action: Deed): Promise<AccountRow> {
  await lockRow(ctx.db, id);
  const account = await load(ctx, id);
  ctx.audit({ objectId: id, objectNo: account.account });
  if (id === ctx.actor.accountId) throw refuse(40305, {}, null, ctx.t(WORDS.own));
  if (account.accountType !== 'owner') return account;
  if (!isOwner(ctx)) throw refuse(40304);
  const endsIt = action === 'lock' || action === 'disable' || action === 'remove';
  if (endsIt && (await usableOwners(ctx.db, true)) <= 1 && account.state !== 'disabled') {
    throw refuse(40304, {}, null, ctx.t(WORDS.lastOwner));
  }
  return account;
}

const stateText = (ctx: ActorContext, state: AccountState): string => accountLifecycle.stateText(state, ctx.locale);

function answer(ctx: ActorContext, account: AccountRow, state: AccountState, version: number, message: string) {
  return { id: account.id, no: account.account, state, stateText: stateText(ctx, state), version, message };
}

/** Changes the state of one account, with everything that follows from it. */
async function changeState(ctx: ActorContext, id: number, action: AccountAction, reason?: string) {
  const account = await loadForChange(ctx, id, action);
  if (!accountLifecycle.allowed(account.state, action)) throw refuse(42201, { state: stateText(ctx, account.state) });
  const neverUsed = account.lastLoginAt === null;
  if (action === 'remove' && !neverUsed) throw refuse(42202, {}, null, ctx.t(WORDS.used));
  const at = ctx.clock.now();
  const state = stateAfter(action, neverUsed);
  const isStaffStep = account.accountType === 'staff' && (action === 'disable' || action === 'enable');
  const columns = isStaffStep ? await columnsOfStep(ctx, action) : {};
  const version = await updateState(ctx.db, { id, by: ctx.actor.accountId, at, state }, columns);
  const key = guardKey(id);
  if (action === 'lock') await placeLock(ctx.db, key, at);
  if (action === 'unlock' || action === 'enable') await removeLock(ctx.db, key);
  if (action === 'lock' || action === 'disable' || action === 'remove') {
    await endSessions(ctx.db, { accountId: id }, action === 'lock' ? 'kicked' : 'disabled', at);
  }
  ctx.audit({
    objectId: id,
    objectNo: account.account,
    before: { state: account.state },
    after: { state },
    ...(reason && { reason }),
  });
  return answer(ctx, account, state, version, ctx.t(WORDS[action], { name: account.name }));
}

async function signOut(ctx: ActorContext, id: number) {
  const account = await loadForChange(ctx, id, 'forceLogout');
  const n = await endSessions(ctx.db, { accountId: id }, 'kicked', ctx.clock.now());
  ctx.audit({ objectId: id, objectNo: account.account, after: { endedSessions: n } });
  return answer(ctx, account, account.state, account.version, ctx.t(WORDS.signedOut, { name: account.name, n }));
}

async function askForPassword(ctx: ActorContext, id: number): Promise<void> {
  const account = await loadForChange(ctx, id, 'requirePasswordChange');
  if (account.state === 'disabled') throw refuse(42201, { state: stateText(ctx, account.state) });
  const at = ctx.clock.now();
  await requirePasswordChange(ctx.db, { accountId: id, by: ctx.actor.accountId, at });
  // A session that stays, or a device that is trusted, would choose the next password for whoever has it.
  await forgetDevices(ctx.db, id);
  await endSessions(ctx.db, { accountId: id }, 'password', at);
}

function badField(
  ctx: ActorContext,
  field: string,
  rule: 'requiredSelect' | 'choice' | 'future',
  label: Text,
): Refusal {
  return invalid([{ field, rule, message: validationText(rule, ctx.locale, { label: ctx.t(label) }) }]);
}

/**
 * What a sub-account belongs to, as its type asks for: stations in scope, or a franchisee at work; an identity of the type
 * that holds nothing which the caller lacks.
 *
 * @throws Refusal 40001 · 40302 · 40401 · 42343
 */
async function checked(
  ctx: ActorContext,
  type: 'station' | 'franchisee',
  input: Belonging & { readonly identityId: number },
): Promise<Belonging> {
  const { teamIds, franchiseeId, expireAt, name } = input;
  if (type === 'station') {
    if (teamIds.length === 0) throw badField(ctx, 'teamIds', 'requiredSelect', WORDS.teamIds);
    for (const teamId of new Set(teamIds)) await assertTeamInScope(ctx, teamId);
  } else {
    if (franchiseeId === null) throw badField(ctx, 'franchiseeId', 'requiredSelect', WORDS.franchisee);
    const { scope } = ctx.actor;
    const isInside = scope.kind === 'all' || (scope.kind === 'franchisees' && scope.ids.includes(franchiseeId));
    if (!isInside) throw refuse(40302);
    const found = await franchisee(ctx.db, franchiseeId);
    if (found?.status !== 'active') throw badField(ctx, 'franchiseeId', 'choice', WORDS.franchisee);
  }
  if (expireAt !== null) {
    const { timeZone } = await readSetting(ctx.db, 'locale');
    if (expireAt <= wallTime(ctx.clock.now(), timeZone).day) {
      throw badField(ctx, 'expireAt', 'future', WORDS.expireAt);
    }
  }
  const identity = (await usableIdentities(ctx.db, type)).find(({ id }) => id === input.identityId);
  if (!identity) throw badField(ctx, 'identityId', 'choice', WORDS.identity);
  const belonging =
    type === 'station' ? { teamIds: [...new Set(teamIds)], franchiseeId: null } : { teamIds: [], franchiseeId };
  await assertWithinOwn(ctx, { identities: [identity], ...belonging });
  return { name, ...belonging, expireAt };
}

/** Fields that are absent are not set. */
const asFilter = (wanted: Partial<Parameters<typeof filterOf>[1]>): Parameters<typeof filterOf>[1] => ({
  keyword: wanted.keyword,
  type: wanted.type,
  teamIds: wanted.teamIds,
  state: wanted.state,
  twoFactor: wanted.twoFactor,
  lastLoginFrom: wanted.lastLoginFrom,
  lastLoginTo: wanted.lastLoginTo,
});

/** Accounts of the tenant (DOMAIN §3.2 accountManage): who signs in, from where, and who may not any more. */
export const accountManageHandlers = handlers(accountManageEndpoints, {
  'dashboard.AccountManage/getList': async (ctx, input) => {
    const { page, limit, sortField = 'createdAt', sortOrder = 'desc', ...wanted } = input;
    const offset = (page - 1) * limit;
    if (offset + limit > LIST_LIMITS.deepestRow) throw refuse(40005);
    const now = ctx.clock.now();
    const filter = await filterOf(ctx, wanted);
    const oldBefore = new Date(now.getTime() - OLD_PASSWORD_DAYS * DAY_MS);
    const { scope } = ctx.actor;
    const [found, { isCapped, ...summary }] = await Promise.all([
      accountPage(ctx.db, scope, filter, { sortField, sortOrder, offset, limit }, now),
      accountTotals(ctx.db, scope, filter, now, oldBefore),
    ]);
    return {
      list: await rowAnswers(ctx, found),
      total: Math.min(summary.total, LIST_LIMITS.countCap),
      totalCapped: isCapped,
      page,
      limit,
      summary,
      asOf: now.toISOString(),
    };
  },

  'dashboard.AccountManage/getDetail': async (ctx, { id }) => {
    const account = await load(ctx, id);
    const [[row], sessions, log, names] = await Promise.all([
      rowAnswers(ctx, [account]),
      openSessions(ctx.db, id, ctx.clock.now()),
      lastSignIns(ctx.db, id, SHOWN_SIGN_INS),
      accountNames(ctx.db, [account.createdBy]),
    ]);
    if (!row) throw refuse(40401);
    return {
      ...row,
      email: account.email ?? '',
      teamIds: [...account.teamIds],
      franchiseeId: account.franchiseeId,
      identityId: account.identities[0]?.id ?? null,
      sessions: sessions.map(({ id: sessionId, device, ip, createdAt, lastSeenAt }) => ({
        id: sessionId,
        device,
        ip,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      })),
      log: log.map(({ id: logId, at, ok, method, reason, ip, ua }) => ({
        id: logId,
        at: at.toISOString(),
        ok,
        methodText: ctx.t(LOGIN_METHOD_TEXT[method]),
        reasonText: reason === null ? null : ctx.t(loginReasonText(reason)),
        ip,
        device: deviceOf(ua).label,
      })),
      createdByName: names.get(account.createdBy) ?? '',
    };
  },

  'dashboard.AccountManage/getIdentities': async (ctx, { accountType }) => {
    const identities = await usableIdentities(ctx.db, accountType);
    // To whom they are given, and with which stations, is looked at when they are.
    const alone = identities.map((identity) => ({ identities: [identity], teamIds: [], franchiseeId: null }));
    const isBeyond = await beyondOwn(ctx, alone);
    return {
      list: identities
        .filter((_identity, at) => !isBeyond[at])
        .map((identity) => ({ id: identity.id, name: identityName(identity, ctx.locale) })),
    };
  },

  'dashboard.AccountManage/create': async (ctx, input) => {
    const { accountType, account, tel, identityId } = input;
    const belonging = await checked(ctx, accountType, input);
    const id = await createAccount(
      { db: ctx.db, clock: ctx.clock, ids: ctx.ids },
      {
        accountType,
        account,
        tel,
        name: belonging.name,
        identityIds: [identityId],
        password: null,
        status: 'invited',
        teamIds: belonging.teamIds,
        franchiseeId: belonging.franchiseeId,
        createdBy: ctx.actor.accountId,
      },
    );
    if (belonging.expireAt !== null) await setExpiry(ctx.db, id, belonging.expireAt);
    ctx.audit({ objectId: id, objectNo: account, after: { accountType, account, tel, identityId, ...belonging } });
    return {
      id,
      no: account,
      state: 'invited',
      stateText: stateText(ctx, 'invited'),
      version: 1,
      message: ctx.t(WORDS.created, { name: belonging.name }),
    };
  },

  'dashboard.AccountManage/update': async (ctx, input) => {
    const { id, version, identityId } = input;
    const account = await loadForChange(ctx, id, 'edit');
    const { accountType } = account;
    if (accountType !== 'station' && accountType !== 'franchisee') {
      throw refuse(42201, { state: ctx.t(TYPE_TEXT[accountType]) });
    }
    if (account.version !== version) await refuseConflict(ctx, id);
    const held = await heldIdentities(ctx.db, [id]);
    const keepsIdentity = held.length === 1 && held[0]?.id === identityId;
    // Identities are given with a second verification wherever it is done.
    if (!keepsIdentity) ctx.requireSecond();
    const belonging = await checked(ctx, accountType, input);
    const change = { id, version, by: ctx.actor.accountId, at: ctx.clock.now() };
    const next = await updateBelonging(ctx.db, change, belonging);
    if (next === null) return refuseConflict(ctx, id);
    await replaceIdentity(ctx.db, id, identityId);
    await tellOfIdentities(ctx, id, held);
    const { name, teamIds, franchiseeId, expireAt, identities } = account;
    ctx.audit({
      objectId: id,
      objectNo: account.account,
      before: { name, teamIds, franchiseeId, expireAt, identityId: identities[0]?.id ?? null },
      after: { ...belonging, identityId },
    });
    return answer(ctx, account, account.state, next, ctx.t(WORDS.saved, { name: belonging.name }));
  },

  'dashboard.AccountManage/lock': (ctx, { id, reason }) => changeState(ctx, id, 'lock', reason),
  'dashboard.AccountManage/unlock': (ctx, { id }) => changeState(ctx, id, 'unlock'),
  'dashboard.AccountManage/disable': (ctx, { id, reason }) => changeState(ctx, id, 'disable', reason),
  'dashboard.AccountManage/enable': (ctx, { id }) => changeState(ctx, id, 'enable'),
  'dashboard.AccountManage/remove': (ctx, { id }) => changeState(ctx, id, 'remove'),

  'dashboard.AccountManage/resetPassword': async (ctx, { id }) => {
    const account = await loadForChange(ctx, id, 'resetPassword');
    if (!hasPhone(account.tel)) throw refuse(42386, {}, null, ctx.t(WORDS.noPhone));
    const { maskedTel } = await issueResetLink(ctx, id);
    return answer(ctx, account, account.state, account.version, ctx.t(WORDS.linkSent, { tel: maskedTel }));
  },

  'dashboard.AccountManage/changeTel': async (ctx, { id, tel }) => {
    const account = await loadForChange(ctx, id, 'changeTel');
    if (account.state === 'disabled') throw refuse(42201, { state: stateText(ctx, account.state) });
    // Whoever binds his own phone to another's account could sign in as him.
    const { teamIds, franchiseeId } = account;
    await assertWithinOwn(ctx, { identities: await heldIdentities(ctx.db, [id]), teamIds, franchiseeId });
    const at = ctx.clock.now();
    await changeAccountTel(ctx.db, { accountId: id, tel, by: ctx.actor.accountId, at });
    await forgetDevices(ctx.db, id);
    ctx.audit({ objectId: id, objectNo: account.account, before: { tel: account.tel }, after: { tel } });
    const version = await versionOf(ctx.db, id);
    return answer(ctx, account, account.state, version, ctx.t(WORDS.telChanged, { name: account.name }));
  },

  'dashboard.AccountManage/forceLogout': (ctx, { id }) => signOut(ctx, id),

  'dashboard.AccountManage/bulk': async (ctx, { action, reason, ...target }) => {
    if (!isOwner(ctx) && !ctx.can(action === 'requirePasswordChange' ? 407 : 406)) throw refuse(40301);
    const ids = await targetIds(ctx, target, async (filter, most) =>
      accountIds(ctx.db, ctx.actor.scope, await filterOf(ctx, asFilter(filter)), most, ctx.clock.now()),
    );
    const {
      answer: answered,
      done,
      detail,
    } = await eachRecord(
      ctx,
      ids,
      async (id): Promise<unknown> => {
        if (action === 'forceLogout') return signOut(ctx, id);
        if (action === 'requirePasswordChange') return askForPassword(ctx, id);
        return changeState(ctx, id, action, reason);
      },
      async (id) => (await load(ctx, id)).account,
      action === 'forceLogout' || action === 'requirePasswordChange'
        ? null
        : (id) => ({ address: `dashboard.AccountManage/${action}`, input: { id } }),
    );
    const { filter } = target;
    ctx.audit({ after: { action, ids: done, ...(filter && { filter }) }, detail, ...(reason && { reason }) });
    return answered;
  },
});

/** @throws Refusal 40901 with the account as it is now */
async function refuseConflict(ctx: ActorContext, id: number): Promise<never> {
  const now = await load(ctx, id);
  const names = await accountNames(ctx.db, [now.updatedBy]);
  throw refuse(
    40901,
    {},
    {
      current: {
        name: now.name,
        teamIds: now.teamIds,
        franchiseeId: now.franchiseeId,
        identityId: now.identities[0]?.id ?? null,
        expireAt: now.expireAt,
        version: now.version,
      },
      changedBy: names.get(now.updatedBy) ?? null,
      changedAt: now.updatedAt.toISOString(),
    },
  );
}
