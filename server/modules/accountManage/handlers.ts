import { accountManageEndpoints } from '../../../contract/accountManage';
import { RULE } from '../../../contract/rule-ids';
import { type Text, text } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';
import { validationText } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import { forReveal } from '../../core/access/access';
import { openSessions } from '../../core/access/session';
import { type BatchHandler, bulkResponse, targetIds, unwrapSingle } from '../../core/http/bulk';
import { type ActorContext, handlers } from '../../core/http/context';
import { deviceOf } from '../../core/http/device';
import { invalid, type Refusal, refuse } from '../../core/http/refusal';
import { paged } from '../../core/list/paged';
import { wallTime } from '../../core/money/days';
import {
  accountNames,
  changeAccountTel,
  conflictBy,
  createAccount,
  heldIdentities,
  identityName,
  replaceIdentities,
  tellOfIdentities,
  usableIdentities,
} from '../account';
import { assertWithinOwn, beyondOwn } from '../identity';
import { forgetDevices, issueResetLink, LOGIN_METHOD_TEXT, loginReasonText } from '../login';
import { franchisee } from '../reference';
import { readSetting } from '../site';
import { assertTeamInScope } from '../team';
import { filterOf, rowAnswers, TYPE_TEXT } from './answers';
import { answer, askForPassword, changeStates, isOwner, load, loadForChange, signOut, stateText } from './changes';
import { hasPhone, UNMASK_RULE } from './rules';
import {
  accountIds,
  accountPage,
  accountTotals,
  type Belonging,
  lastSignIns,
  livingAccounts,
  setExpiry,
  updateBelonging,
  versionOf,
} from './store';

const WORDS = {
  noPhone: WORD.bindPhoneFirst,
  teamIds: WORD.ownStations,
  franchisee: WORD.franchisee,
  identity: WORD.identity,
  expireAt: WORD.validUntilFeminine,
  created: text(
    '账号“{name}”已创建，首次登录须验证手机',
    'Account {name} created; its first sign-in requires phone verification',
    'Conta {name} criada; o primeiro acesso pede o telefone',
    '帳號「{name}」已建立，首次登入須驗證手機',
  ),
  saved: text('账号“{name}”已保存', 'Account {name} saved', 'Conta {name} salva', '帳號「{name}」已儲存'),
  linkSent: text(
    '密码重设链接已发送至 {tel}，30 分钟内有效',
    'The password reset link was sent to {tel}; it is valid for 30 minutes',
    'O link de nova senha foi enviado para {tel}; vale por 30 minutos',
    '密碼重設連結已傳送至 {tel}，30 分鐘內有效',
  ),
  telChanged: text(
    '账号“{name}”的手机号已更换，下次登录须验证',
    'The phone of {name} was changed; the next sign-in requires its verification',
    'O telefone de {name} foi trocado; o próximo acesso o pedirá',
    '帳號「{name}」的手機號碼已更換，下次登入須驗證',
  ),
} as const;

const OLD_PASSWORD_DAYS = 90;
const SHOWN_SIGN_INS = 20;

/**
 * Reveals an account's full phone number. The user needs the permission for masked data of accounts and the field permission for phones.
 * The calling function must record the access in the audit.
 *
 * @throws Refusal 40301 (missing permission), 40302 (outside the scope), 40401 (unknown id)
 */
export async function revealAccountTel(caller: ActorContext, id: number): Promise<{ value: string; no: string }> {
  const { tel, account } = await load(forReveal(caller, UNMASK_RULE, 'phone'), id);
  return { value: tel, no: account };
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
 * Checks the assignments of a station's or franchisee's account. Its stations must be in scope, or its franchisee must be in scope and
 * active. Its identity must have the account's type and must not exceed the caller's permissions. Its expiry must be after today.
 *
 * @throws Refusal 40001 (invalid field), 40302 (outside the scope), 40401 (unknown station), 42343 (more than the caller's permissions)
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

/** Completes a partial filter. Absent fields do not filter. */
const asFilter = (wanted: Partial<Parameters<typeof filterOf>[1]>): Parameters<typeof filterOf>[1] => ({
  keyword: wanted.keyword,
  type: wanted.type,
  teamIds: wanted.teamIds,
  state: wanted.state,
  twoFactor: wanted.twoFactor,
  lastLoginFrom: wanted.lastLoginFrom,
  lastLoginTo: wanted.lastLoginTo,
});

/** Handlers for the tenant's accounts (DOMAIN §3.2 accountManage): their list, states, assignments and sign-ins. */
export const accountManageHandlers = handlers(accountManageEndpoints, {
  'dashboard.AccountManage/getList': async (ctx, input) => {
    const { page, limit, sortField = 'createdAt', sortOrder = 'desc', ...wanted } = input;
    return paged(ctx, { page, limit }, async ({ offset }) => {
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
        total: summary.total,
        summary,
      };
    });
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
    // Here we check only the identities. The person and the stations are checked when the identities are assigned.
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
    // Every page requires a second verification for assigning identities.
    if (!keepsIdentity) ctx.requireSecond();
    const belonging = await checked(ctx, accountType, input);
    const change = { id, version, by: ctx.actor.accountId, at: ctx.clock.now() };
    const next = await updateBelonging(ctx.db, change, belonging);
    if (next === null) return refuseConflict(ctx, id);
    await replaceIdentities(ctx.db, [{ accountId: id, identityIds: [identityId] }]);
    await tellOfIdentities(ctx, new Map([[id, held]]));
    const { name, teamIds, franchiseeId, expireAt, identities } = account;
    ctx.audit({
      objectId: id,
      objectNo: account.account,
      before: { name, teamIds, franchiseeId, expireAt, identityId: identities[0]?.id ?? null },
      after: { ...belonging, identityId },
    });
    return answer(ctx, account, account.state, next, ctx.t(WORDS.saved, { name: belonging.name }));
  },

  'dashboard.AccountManage/lock': async (ctx, input) => unwrapSingle(ctx, await changeStates(ctx, 'lock', [input])),
  'dashboard.AccountManage/unlock': async (ctx, input) => unwrapSingle(ctx, await changeStates(ctx, 'unlock', [input])),
  'dashboard.AccountManage/disable': async (ctx, input) =>
    unwrapSingle(ctx, await changeStates(ctx, 'disable', [input])),
  'dashboard.AccountManage/enable': async (ctx, input) => unwrapSingle(ctx, await changeStates(ctx, 'enable', [input])),
  'dashboard.AccountManage/remove': async (ctx, input) => unwrapSingle(ctx, await changeStates(ctx, 'remove', [input])),

  'dashboard.AccountManage/resetPassword': async (ctx, { id }) => {
    const account = await loadForChange(ctx, id, 'resetPassword');
    if (!hasPhone(account.tel)) throw refuse(42386, {}, null, ctx.t(WORDS.noPhone));
    const { maskedTel } = await issueResetLink(ctx, id);
    return answer(ctx, account, account.state, account.version, ctx.t(WORDS.linkSent, { tel: maskedTel }));
  },

  'dashboard.AccountManage/changeTel': async (ctx, { id, tel }) => {
    const account = await loadForChange(ctx, id, 'changeTel');
    if (account.state === 'disabled') throw refuse(42201, { state: stateText(ctx, account.state) });
    // Without this check, a user could set their own phone on an account with more permissions and sign in to it.
    const { teamIds, franchiseeId } = account;
    await assertWithinOwn(ctx, { identities: await heldIdentities(ctx.db, [id]), teamIds, franchiseeId });
    const at = ctx.clock.now();
    await changeAccountTel(ctx.db, { accountId: id, tel, by: ctx.actor.accountId, at });
    await forgetDevices(ctx.db, [id]);
    ctx.audit({ objectId: id, objectNo: account.account, before: { tel: account.tel }, after: { tel } });
    const version = await versionOf(ctx.db, id);
    return answer(ctx, account, account.state, version, ctx.t(WORDS.telChanged, { name: account.name }));
  },

  'dashboard.AccountManage/forceLogout': async (ctx, input) => unwrapSingle(ctx, await signOut(ctx, [input])),

  'dashboard.AccountManage/bulk': async (ctx, { action, reason, ...target }) => {
    if (
      !isOwner(ctx) &&
      !ctx.can(
        action === 'requirePasswordChange'
          ? RULE['dashboard.accountManage.reset']
          : RULE['dashboard.accountManage.lock'],
      )
    )
      throw refuse(40301);
    const ids = await targetIds(
      ctx,
      target,
      accountManageEndpoints['dashboard.AccountManage/getList'],
      async (filter, most) =>
        accountIds(ctx.db, ctx.actor.scope, await filterOf(ctx, asFilter(filter)), most, ctx.clock.now()),
    );
    const wanted = ids.map((id) => ({ id, reason }));
    const outcomes =
      action === 'forceLogout'
        ? await signOut(ctx, wanted)
        : action === 'requirePasswordChange'
          ? await askForPassword(ctx, wanted)
          : await changeStates(ctx, action, wanted);
    const told = await bulkResponse<unknown>(
      ctx,
      ids,
      outcomes,
      (refused) => livingAccounts(ctx.db, refused),
      action === 'forceLogout' || action === 'requirePasswordChange'
        ? null
        : (id) => ({ address: `dashboard.AccountManage/${action}`, input: { id } }),
    );
    const { filter } = target;
    const { answer: answered, done, detail } = told;
    ctx.audit({ after: { action, ids: done, ...(filter && { filter }) }, detail, ...(reason && { reason }) });
    return answered;
  },
});

type Asked = readonly { readonly id: number; readonly reason?: string }[];

/** Batch handlers for calls about one account. The undo of a bulk call uses them. */
export const accountManageBatchHandlers = {
  'dashboard.AccountManage/lock': (ctx, inputs) => changeStates(ctx, 'lock', inputs as Asked),
  'dashboard.AccountManage/unlock': (ctx, inputs) => changeStates(ctx, 'unlock', inputs as Asked),
} satisfies Partial<Record<keyof typeof accountManageEndpoints, BatchHandler>>;

/** Refuses a change of an account that was changed meanwhile. @throws Refusal 40901 with the account's current data */
async function refuseConflict(ctx: ActorContext, id: number): Promise<never> {
  const now = await load(ctx, id);
  throw await conflictBy(
    ctx,
    {
      name: now.name,
      teamIds: now.teamIds,
      franchiseeId: now.franchiseeId,
      identityId: now.identities[0]?.id ?? null,
      expireAt: now.expireAt,
      version: now.version,
    },
    { by: now.updatedBy, at: now.updatedAt },
  );
}
