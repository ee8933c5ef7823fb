import type { ParsedOf } from '../../../contract/endpoint';
import type { identityEndpoints } from '../../../contract/identity';
import { identityLifecycle } from '../../../contract/identity.states';
import { isMoneyRule } from '../../../contract/permissions';
import { padRegionCode } from '../../../contract/region-codes';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { missingRight } from '../../core/access/access';
import type { Grant } from '../../core/access/granting';
import type { StoredScope } from '../../core/access/scope';
import type { Actor } from '../../core/actor';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { fieldMessage } from '../../core/http/validation';
import { conflictBy, tellHolders } from '../account';
import { franchisees } from '../reference';
import { regionName } from '../region';
import { detailAnswer, lockOf, nameOf, requireIdentity, viewerContext } from './answers';
import { assertWithinOwn } from './grants';
import { dutyWarnings, grantOf, sameScope, valueErrors } from './rules';
import { holderIds, type IdentityRecord, insertIdentity, placesOf, updateIdentity, updateState } from './store';

/**
 * Changes of identities (DOMAIN §3.11). They apply to the next request of each person with the identity, because sessions reload
 * identities.
 */

const WORDS = {
  name: WORD.identityName,
  saved: text(
    '身份“{name}”已保存，相关人员下次操作即生效',
    'Identity {name} saved; it applies from the next action of the people who have it',
    'Identidade {name} salva; vale já na próxima ação de cada pessoa',
    '身分「{name}」已儲存，相關人員下次操作即生效',
  ),
  copied: text('已复制为“{name}”', 'Copied as {name}', 'Copiada como {name}', '已複製為「{name}」'),
  disable: text(
    '身份“{name}”已停用，影响 {n} 人',
    'Identity {name} disabled; people concerned: {n}',
    'Identidade {name} desativada; pessoas afetadas: {n}',
    '身分「{name}」已停用，影響 {n} 人',
  ),
  enable: text(
    '身份“{name}”已启用，影响 {n} 人',
    'Identity {name} enabled; people concerned: {n}',
    'Identidade {name} ativada; pessoas afetadas: {n}',
    '身分「{name}」已啟用，影響 {n} 人',
  ),
  remove: text('身份“{name}”已删除', 'Identity {name} deleted', 'Identidade {name} excluída', '身分「{name}」已刪除'),
  scopeRule: text(
    '没有设置数据范围的权限：新身份只能使用您自己的数据范围',
    'You may not set data scopes: a new identity can only have your own data scope',
    'Você não pode definir escopos: uma identidade nova só pode ter o seu',
    '沒有設定資料範圍的權限：新身分只能使用您自己的資料範圍',
  ),
} as const;

/** Refusal codes by the reason why a user cannot change an identity. */
const LOCKED = { builtin: 42345, own: 42342, above: 42343 } as const;
const RULES = { create: 8101, edit: 8102, scope: 8106 } as const;
type SaveInput = ParsedOf<(typeof identityEndpoints)['rights.Identity/save']>;

const writerOf = (ctx: ActorContext) => ({ id: ctx.actor.accountId, at: ctx.clock.now() });

/** Refuses a concurrent change. @throws Refusal 40901 with the current identity, its last editor and the time */
async function refuseConflict(ctx: ActorContext, id: number): Promise<never> {
  const current = await requireIdentity(ctx, id);
  throw await conflictBy(ctx, await detailAnswer(ctx, current), { by: current.updatedBy, at: current.updatedAt });
}

/**
 * Finds an identity that the user may change, and checks that it is unchanged since the user read it.
 *
 * @throws Refusal 40001 (the version is missing), 40401 (unknown id), 42345 (built-in), 42342 (the user's own identity), 40901 (changed
 *   meanwhile), 42343 (it grants more than the user has)
 */
async function loadForChange(ctx: ActorContext, id: number, version: number | undefined): Promise<IdentityRecord> {
  const record = await requireIdentity(ctx, id);
  ctx.audit({ objectId: id, objectNo: record.name });
  const locked = lockOf(ctx, record, await viewerContext(ctx, [record]));
  if (locked !== null && locked !== 'above') throw refuse(LOCKED[locked]);
  if (version === undefined) {
    throw invalid([{ field: 'version', rule: 'required', message: fieldMessage('required', ctx.locale) }]);
  }
  if (record.version !== version) return refuseConflict(ctx, id);
  if (locked === 'above') throw refuse(LOCKED.above);
  return record;
}

/** Finds which ids of a data scope exist. @returns a function that checks an id */
async function knownIds(ctx: ActorContext, scope: StoredScope): Promise<(id: number) => boolean> {
  if (scope.kind === 'regions') return (code) => regionName(padRegionCode(code)) !== null;
  const rows =
    scope.kind === 'teams'
      ? await placesOf(ctx.db, scope.ids)
      : scope.kind === 'franchisees'
        ? await franchisees(ctx.db, { kind: 'all' })
        : [];
  const known = new Set(rows.map(({ id }) => id));
  return (id) => known.has(id);
}

/** Converts the user's own data scope to the stored form. */
function ownScope(ctx: ActorContext): StoredScope {
  const { scope } = ctx.actor;
  if (scope.kind === 'all') return { kind: 'all', ids: [] };
  return { kind: scope.kind, ids: scope.kind === 'regions' ? scope.codes.map(Number) : scope.ids };
}

/** Returns the permissions that an identity grants on its own. */
const alone = (grant: Grant) => ({ identities: [grant], teamIds: [], franchiseeId: null });

/** Returns the context of the call with another actor. */
const seenBy = (ctx: ActorContext, actor: Actor): ActorContext => ({
  ...ctx,
  actor,
  can: (rule) => actor.rules.has(rule),
});

/**
 * Checks that a maker or an approver may save an identity with these values.
 *
 * @param before the current identity; `null` for a new identity
 * @throws Refusal 40301 (create, edit and data scope have separate permissions), 42345 (built-in), 42342 (own identity), 42343 (it grants
 *   more than the user has)
 */
async function assertMaySave(ctx: ActorContext, before: IdentityRecord | null, grant: Grant): Promise<void> {
  const needed = before === null ? RULES.create : RULES.edit;
  if (!ctx.can(needed)) throw missingRight([needed], ctx.locale);
  if (before !== null) {
    const locked = lockOf(ctx, before, await viewerContext(ctx, [before]));
    if (locked !== null) throw refuse(LOCKED[locked]);
  }
  if (!ctx.can(RULES.scope) && grant.type === 'hq' && !sameScope(before?.scope ?? ownScope(ctx), grant.scope)) {
    throw refuse(40301, {}, { missing: [RULES.scope] }, ctx.t(WORDS.scopeRule));
  }
  await assertWithinOwn(ctx, alone(grant));
}

const nameTaken = () => refuse(40903, { field: WORDS.name }, { field: 'name' });

const recorded = (record: IdentityRecord) => ({
  name: record.name,
  type: record.type,
  description: record.description,
  ruleIds: record.ruleIds,
  dataScope: record.scope,
  fieldRules: record.fields,
  loginHours: record.hours,
  ipAllowList: record.addresses,
  need2v: record.need2v,
});

/**
 * Creates or edits an identity. Additional permissions for money require the approval of a second person.
 *
 * @throws Refusal 40301 (create, edit and data scope have separate permissions), 40001 (invalid values), 40903 (name already used), 42343
 *   (it grants more than the user has), and the codes of {@link loadForChange}
 */
export async function saveIdentity(ctx: ActorContext, input: SaveInput) {
  const { id, version, ...values } = input;
  const needed = id === undefined ? RULES.create : RULES.edit;
  if (!ctx.can(needed)) throw missingRight([needed], ctx.locale);
  const before = id === undefined ? null : await loadForChange(ctx, id, version);
  const errors = valueErrors(values, {
    known: await knownIds(ctx, values.dataScope),
    fixedType: before && (before.staffCount ?? 0) > 0 ? before.type : null,
    locale: ctx.locale,
  });
  if (errors.length > 0) throw invalid(errors);
  const grant = grantOf(values);
  await assertMaySave(ctx, before, grant);

  const after = { ...values, ruleIds: grant.ruleIds, dataScope: grant.scope, fieldRules: grant.fields };
  const held = new Set(before?.ruleIds);
  if (grant.ruleIds.some((rule) => isMoneyRule(rule) && !held.has(rule))) {
    await ctx.secondPerson({
      state: before && { version: before.version, ...recorded(before) },
      teamId: null,
      mayAgree: (approver) => assertMaySave(seenBy(ctx, approver), before, grant),
      change: {
        ...(before && { objectId: before.id, before: recorded(before) }),
        objectNo: values.name,
        after,
      },
    });
  }

  const stored = { ...values, ruleIds: grant.ruleIds, scope: grant.scope, fields: grant.fields };
  const savedId = id ?? ctx.ids.next();
  let savedVersion = 1;
  if (before === null) {
    if (!(await insertIdentity(ctx.db, savedId, stored, writerOf(ctx)))) throw nameTaken();
  } else {
    const done = await updateIdentity(ctx.db, before.id, before.version, stored, writerOf(ctx));
    if (done === 'taken') throw nameTaken();
    if (done === null) return refuseConflict(ctx, before.id);
    savedVersion = done;
  }
  ctx.audit({
    objectId: savedId,
    objectNo: values.name,
    ...(before && { before: recorded(before) }),
    after,
  });
  const state = before?.status ?? 'on';
  return {
    id: savedId,
    no: values.name,
    state,
    stateText: identityLifecycle.stateText(state, ctx.locale),
    version: savedVersion,
    message: ctx.t(WORDS.saved, { name: values.name }),
    warnings: dutyWarnings(grant.ruleIds, ctx.locale),
  };
}

/**
 * Creates an identity with the values of another identity. The source may be built-in; the copy can be edited. Permissions for money
 * require the approval of a second person.
 *
 * @throws Refusal 40401 (unknown source), 40903 (name already used), 42343 (it grants more than the user has)
 */
export async function copyIdentity(ctx: ActorContext, input: { id: number; name: string }) {
  const source = await requireIdentity(ctx, input.id);
  ctx.audit({ objectId: source.id, objectNo: source.name });
  const values = {
    name: input.name,
    type: source.type,
    description: source.description,
    ruleIds: [...source.ruleIds],
    dataScope: { kind: source.scope.kind, ids: [...source.scope.ids] },
    fieldRules: [...source.fields],
    loginHours: source.hours === null ? null : source.hours.map((day) => ({ ...day, ranges: [...day.ranges] })),
    ipAllowList: [...source.addresses],
    need2v: source.need2v,
  };
  const grant = grantOf(values);
  await assertWithinOwn(ctx, alone(grant));
  if (grant.ruleIds.some(isMoneyRule)) {
    await ctx.secondPerson({
      state: { version: source.version, ...recorded(source) },
      teamId: null,
      mayAgree: (approver) => assertWithinOwn(seenBy(ctx, approver), alone(grant)),
      change: { objectId: source.id, objectNo: input.name, after: values },
    });
  }
  const id = ctx.ids.next();
  const stored = { ...values, ruleIds: grant.ruleIds, scope: grant.scope, fields: grant.fields };
  if (!(await insertIdentity(ctx.db, id, stored, writerOf(ctx)))) throw nameTaken();
  ctx.audit({ objectId: id, objectNo: input.name, after: { ...values, copiedFrom: source.id } });
  return {
    id,
    no: input.name,
    state: 'on',
    stateText: identityLifecycle.stateText('on', ctx.locale),
    version: 1,
    message: ctx.t(WORDS.copied, { name: input.name }),
  };
}

/**
 * Disables, enables or deletes an identity.
 *
 * @throws Refusal 42201 (wrong state), 42341 (delete: an account has the identity), and the codes of {@link loadForChange}
 */
export async function changeState(
  ctx: ActorContext,
  input: { id: number; version: number },
  action: 'disable' | 'enable' | 'remove',
) {
  const record = await loadForChange(ctx, input.id, input.version);
  const { from, to } = identityLifecycle.transition(action);
  if (!identityLifecycle.allowed(record.status, action)) {
    throw refuse(42201, { state: identityLifecycle.stateText(record.status, ctx.locale) });
  }
  const people = record.staffCount ?? 0;
  if (action === 'remove' && people > 0) throw refuse(42341, {}, { people });
  const states = from.filter((state) => state !== 'deleted');
  const version = await updateState(ctx.db, { ...input, from: states }, to, writerOf(ctx));
  if (version === null) return refuseConflict(ctx, input.id);
  if (action !== 'remove') await tellHolders(ctx, await holderIds(ctx.db, record.id), action, record);
  ctx.audit({
    objectId: record.id,
    objectNo: record.name,
    before: { status: record.status },
    after: { status: to },
    detail: { people },
  });
  return {
    id: record.id,
    no: record.name,
    state: to,
    stateText: identityLifecycle.stateText(to, ctx.locale),
    version,
    message: ctx.t(WORDS[action], { name: nameOf(ctx, record), n: people }),
  };
}
