import { accountLifecycle } from '../../../contract/account.states';
import type { accountManageEndpoints } from '../../../contract/accountManage';
import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import { LIST_LIMITS } from '../../../contract/limits';
import type { Text } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';
import { WORD } from '../../../contract/words';
import { maskTel } from '../../core/access/mask';
import { seesPhones } from '../../core/access/phones';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { dayRange } from '../../core/money/days';
import { identityName } from '../account';
import { franchiseeNames } from '../reference';
import { readSetting } from '../site';
import { teamNames } from '../team';
import { actionsOf, hasPhone, UNMASK_RULE } from './rules';
import { type AccountFilter, type AccountRow, usableOwners } from './store';

/** Builds the rows and the filter of the list of accounts. */

type Row = DataOf<(typeof accountManageEndpoints)['dashboard.AccountManage/getList']>['list'][number];
type Input = ParsedOf<(typeof accountManageEndpoints)['dashboard.AccountManage/getList']>;

export const TYPE_TEXT = {
  owner: WORD.owner,
  staff: WORD.staff,
  station: WORD.station,
  franchisee: WORD.franchisee,
} as const satisfies Record<string, Text>;

/** Reads the names of the accounts' stations and franchisees. @returns a function that lists the names for an account */
async function belongings(ctx: ActorContext, accounts: readonly AccountRow[]) {
  const teams = await teamNames(
    ctx.db,
    accounts.flatMap(({ teamIds }) => [...teamIds]),
  );
  const franchisees = await franchiseeNames(
    ctx.db,
    accounts.flatMap(({ franchiseeId }) => franchiseeId ?? []),
  );
  return ({ accountType, teamIds, franchiseeId }: AccountRow): string[] => {
    if (accountType === 'franchisee') return [franchisees.get(franchiseeId ?? 0) ?? ''].filter(Boolean);
    return teamIds.map((id) => teams.get(id) ?? '').filter(Boolean);
  };
}

export async function rowAnswers(ctx: ActorContext, accounts: readonly AccountRow[]): Promise<Row[]> {
  const now = ctx.clock.now();
  const [belongsTo, owners] = await Promise.all([belongings(ctx, accounts), usableOwners(ctx.db, now, false)]);
  const caller = { accountId: ctx.actor.accountId, isOwner: ctx.actor.accountType === 'owner', rules: ctx.actor.rules };
  return accounts.map((account) => {
    const { id, accountType, state, lastLoginAt, passwordAt, tel } = account;
    const subject = { id, accountType, state, neverUsed: lastLoginAt === null, hasPhone: hasPhone(tel) };
    return {
      id,
      version: account.version,
      account: account.account,
      name: account.name,
      maskedTel: maskTel(tel),
      accountType,
      accountTypeText: ctx.t(TYPE_TEXT[accountType]),
      belongsTo: belongsTo(account),
      identityNames: account.identities.map((identity) => identityName(identity, ctx.locale)),
      twoFactor: account.twoFactor,
      state,
      stateText: accountLifecycle.stateText(state, ctx.locale),
      lockedUntil: account.lockedUntil?.toISOString() ?? null,
      failedTries: account.failedTries,
      lastLoginAt: lastLoginAt?.toISOString() ?? null,
      lastLoginIp: account.lastLoginIp,
      passwordAt: passwordAt?.toISOString() ?? null,
      passwordDays: passwordAt === null ? null : Math.floor((now.getTime() - passwordAt.getTime()) / DAY_MS),
      expireAt: account.expireAt,
      createdAt: account.createdAt.toISOString(),
      actions: actionsOf(subject, caller, owners),
    };
  });
}

/** Builds the filter from the input. @throws Refusal 40006 when the range of days ends before it begins */
export async function filterOf(ctx: ActorContext, wanted: Omit<Input, 'page' | 'limit'>): Promise<AccountFilter> {
  const { lastLoginFrom: from, lastLoginTo: to } = wanted;
  if (from && to && from > to) throw refuse(40006, { n: LIST_LIMITS.rangeDays });
  const [{ timeZone }, { force2v }] = await Promise.all([
    readSetting(ctx.db, 'locale'),
    readSetting(ctx.db, 'security'),
  ]);
  return {
    keyword: wanted.keyword,
    seesPhones: seesPhones(ctx.actor, UNMASK_RULE),
    type: wanted.type,
    teamIds: wanted.teamIds,
    state: wanted.state,
    twoFactor: wanted.twoFactor,
    force2v,
    lastLoginFrom: from ? dayRange(from, from, timeZone).from : undefined,
    lastLoginTo: to ? dayRange(to, to, timeZone).to : undefined,
  };
}
