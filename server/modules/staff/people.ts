import type { FieldError } from '../../../contract/endpoint';
import { errorText } from '../../../contract/errors';
import { padRegionCode } from '../../../contract/region-codes';
import { RULE } from '../../../contract/rule-ids';
import { departmentPaths } from '../../../contract/staff.departments';
import { PEOPLE, type StaffField, staffLabel } from '../../../contract/staff.fields';
import { type StaffState, staffLifecycle } from '../../../contract/staff.states';
import { text } from '../../../contract/text';
import type { ValidationRule } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import type { Rights } from '../../core/access/granting';
import { maskTel } from '../../core/access/mask';
import type { StoredScope } from '../../core/access/scope';
import type { AuditChange, DoneOne } from '../../core/audit';
import { validateEach } from '../../core/http/bulk';
import type { ActorContext } from '../../core/http/context';
import { conflict, Refusal, refuse } from '../../core/http/refusal';
import { refusedField } from '../../core/http/validation';
import { answerRow } from '../../core/list/answers';
import { wallTime } from '../../core/money/days';
import { messageText } from '../../core/texts';
import { accountNames, heldIdentities, identityName, isSecondRequired } from '../account';
import { fileUrl } from '../file';
import { beyondOwn } from '../identity';
import { regionName } from '../region';
import { readSetting } from '../site';
import { countStationDrafts, teamNames } from '../team';
import { removableFrom } from './rules';
import { assertPeopleInScope, peopleInScope } from './scope';
import { departments, identitiesByIds, lockStaff, type StaffRecord, staffById } from './store';

/** Builds the answers about staff, and checks what a caller may do with a person. */

const WORDS = {
  all: WORD.allData,
  none: WORD.noneMasculine,
  teams: text('{n} 个站点', '{n} stations', '{n} estações', '{n} 個站點'),
  franchisees: text('{n} 个加盟商', '{n} franchisees', '{n} franqueados', '{n} 個加盟商'),
  regions: text(
    '{names}等 {n} 个地区',
    '{names} and others ({n} regions)',
    '{names} e {n} regiões no total',
    '{names}等 {n} 個地區',
  ),
} as const;
const NAMED_REGIONS = 2;
const SEPARATOR = messageText('list.separator');

type Held = Awaited<ReturnType<typeof heldIdentities>>[number];

/** Summarizes the scopes of a person's identities. @param extra number of stations assigned in addition to the identities */
function scopeText(ctx: ActorContext, scopes: readonly StoredScope[], extra: number): string {
  const idsOf = (kind: StoredScope['kind']) => [
    ...new Set(scopes.flatMap((scope) => (scope.kind === kind ? scope.ids : []))),
  ];
  if (scopes.some(({ kind }) => kind === 'all')) return ctx.t(WORDS.all);
  const regions = idsOf('regions').map((code) => regionName(padRegionCode(code)) ?? String(code));
  const separator = SEPARATOR[ctx.locale];
  const named = regions.slice(0, NAMED_REGIONS).join(separator);
  const teams = idsOf('teams').length + extra;
  const franchisees = idsOf('franchisees').length;
  const parts = [
    ...(regions.length > NAMED_REGIONS ? [ctx.t(WORDS.regions, { names: named, n: regions.length })] : []),
    ...(regions.length > 0 && regions.length <= NAMED_REGIONS ? [named] : []),
    ...(franchisees > 0 ? [ctx.t(WORDS.franchisees, { n: franchisees })] : []),
    ...(teams > 0 ? [ctx.t(WORDS.teams, { n: teams })] : []),
  ];
  return parts.join(separator) || ctx.t(WORDS.none);
}

/**
 * Collects the identities and the extra stations of each person. Disabled identities are included.
 *
 * @param held the identities of all these people
 */
function rightsOf(people: readonly Pick<StaffRecord, 'id' | 'teamIds'>[], held: readonly Held[]): Rights[] {
  const byPerson = new Map<number, Held[]>(people.map(({ id }) => [id, []]));
  for (const identity of held) byPerson.get(identity.accountId)?.push(identity);
  return people.map(({ id, teamIds }) => ({ identities: byPerson.get(id) ?? [], teamIds, franchiseeId: null }));
}

/** Lists the actions that the caller may run on a person. */
function actionsFor(ctx: ActorContext, person: StaffRecord, isWithin: boolean): string[] {
  const { actor } = ctx;
  const isSelf = person.id === actor.accountId;
  const { status } = person;
  const mayTouch = !isSelf && isWithin;
  const steps = staffLifecycle.actionsFrom(status, actor.rules, actor.accountType === 'owner');
  const from = removableFrom(person.disabledAt);
  const isRemovable = from !== null && from <= ctx.clock.now() && person.handedOverAt !== null;
  return [
    ...(ctx.can(RULE['rights.staff.edit']) && isWithin ? ['edit'] : []),
    ...(ctx.can(RULE['rights.staff.edit']) && mayTouch ? ['setIdentity'] : []),
    ...(ctx.can(RULE['rights.staff.reset']) && mayTouch && status !== 'disabled' ? ['resetPassword'] : []),
    ...(mayTouch ? steps.filter((step) => step !== 'remove' || isRemovable) : []),
    ...(ctx.can(RULE['rights.staff.edit']) && mayTouch ? ['handOver'] : []),
    ...(ctx.can(83) ? ['records'] : []),
  ];
}

const isOn = ({ status }: { readonly status: string }): boolean => status === 'on';

export async function rowAnswers(ctx: ActorContext, people: readonly StaffRecord[]) {
  const ids = people.map(({ id }) => id);
  const [held, tree, names, { force2v }] = await Promise.all([
    heldIdentities(ctx.db, ids),
    departments(ctx.db),
    accountNames(
      ctx.db,
      people.flatMap(({ handedOverTo }) => handedOverTo ?? []),
    ),
    readSetting(ctx.db, 'security'),
  ]);
  const isBeyond = await beyondOwn(ctx, rightsOf(people, held));
  const paths = departmentPaths(tree);
  return people.map((person, at) => {
    const all = held.filter(({ accountId }) => accountId === person.id);
    return {
      id: person.id,
      version: person.version,
      ...answerRow(ctx, PEOPLE, person, {
        tel: maskTel(person.tel),
        departmentName: person.departmentId === null ? null : (paths.get(person.departmentId) ?? null),
        identityIds: all.map((identity) => identity.id),
        identityNames: all.map((identity) => identityName(identity, ctx.locale)),
        dataScopeText: scopeText(
          ctx,
          all.filter(isOn).map(({ scope }) => scope),
          person.teamIds.length,
        ),
        need2v: person.twoFactor || isSecondRequired('staff', all.filter(isOn), force2v),
      }),
      avatarUrl: person.avatarFileId === null ? null : fileUrl(ctx.ports.secrets, ctx.clock, person.avatarFileId),
      handedOverToName: person.handedOverTo === null ? null : (names.get(person.handedOverTo) ?? null),
      actions: actionsFor(ctx, person, !isBeyond[at]),
    };
  });
}

export async function detailAnswer(ctx: ActorContext, person: StaffRecord) {
  const [row] = await rowAnswers(ctx, [person]);
  if (!row) throw refuse(40401);
  const [teams, names, drafts, { timeZone }] = await Promise.all([
    teamNames(ctx.db, person.teamIds),
    accountNames(ctx.db, [person.createdBy, person.updatedBy]),
    countStationDrafts(ctx.db, person.id),
    readSetting(ctx.db, 'locale'),
  ]);
  const from = removableFrom(person.disabledAt);
  return {
    ...row,
    email: person.email,
    identities: row.identityIds.map((id, at) => ({ id, name: row.identityNames[at] ?? '' })),
    extraTeams: person.teamIds.map((id) => ({ id, name: teams.get(id) ?? String(id) })),
    remark: person.remark,
    lastLoginIp: person.lastLoginIp,
    disabledAt: person.disabledAt?.toISOString() ?? null,
    handedOverAt: person.handedOverAt?.toISOString() ?? null,
    removableFrom: from === null ? null : wallTime(from, timeZone).day,
    openWork: { stationDrafts: drafts },
    createdByName: names.get(person.createdBy) ?? ctx.t(WORD.system),
    updatedAt: person.updatedAt.toISOString(),
    updatedByName: names.get(person.updatedBy) ?? ctx.t(WORD.system),
  };
}

/** Reads a head office person in scope. @throws Refusal 40401 no such person · 40302 out of scope */
export async function requireStaff(ctx: ActorContext, id: number): Promise<StaffRecord> {
  const person = await staffById(ctx.db, id);
  if (!person) throw refuse(40401);
  await assertPeopleInScope(ctx, [id]);
  return person;
}

/** The person to change. `version` is the version that the caller read; `null` accepts any version (bulk). */
export interface WantedPerson {
  readonly id: number;
  readonly version: number | null;
}

/**
 * Locks the people whom the caller may change. They must be in scope, unchanged since the caller read them, and must pass `check`. They
 * must not have permissions that the caller lacks. Each person must be in the list only once.
 *
 * @param self the refusal for the caller's own account; `null` allows the own account
 * @returns for each person, in the same order: the record, or a refusal. The refusal is `self`, a refusal of `check`, or one of these:
 *   40302 (out of scope), 40401 (unknown id), 40901 (changed meanwhile), 42343 (more permissions than the caller)
 */
export async function changeablePeople<W extends WantedPerson>(
  ctx: ActorContext,
  wanted: readonly W[],
  self: 40305 | 42342 | null,
  check: (person: StaffRecord, one: W) => unknown = () => undefined,
): Promise<readonly (StaffRecord | Refusal)[]> {
  const people = await lockStaff(
    ctx.db,
    wanted.map(({ id }) => id),
  );
  const ids = people.map(({ id }) => id);
  const inside = await peopleInScope(ctx, ids);
  const isBeyond = await beyondOwn(ctx, rightsOf(people, await heldIdentities(ctx.db, ids)));
  const known = new Map(people.map((person, at) => [person.id, { person, isBeyond: isBeyond[at] }]));
  return validateEach(wanted, async (one) => {
    const found = known.get(one.id);
    if (!found) throw refuse(40401);
    if (!inside.get(one.id)) throw refuse(40302);
    if (self !== null && one.id === ctx.actor.accountId) throw refuse(self);
    if (found.isBeyond) throw refuse(42343);
    if (one.version !== null && found.person.version !== one.version) await refuseConflict(ctx, one.id);
    await check(found.person, one);
    return found.person;
  });
}

/** Locks one person with the checks of {@link changeablePeople}. @throws Refusal the codes of {@link changeablePeople} */
export async function requireChangeable(
  ctx: ActorContext,
  wanted: WantedPerson,
  self: 40305 | 42342 | null,
): Promise<StaffRecord> {
  const [person = refuse(40401)] = await changeablePeople(ctx, [wanted], self);
  if (person instanceof Refusal) throw person;
  return person;
}

/**
 * Refuses the change, because the version that the caller read is outdated.
 *
 * @throws Refusal 40901 with the present values, their author and time
 */
async function refuseConflict(ctx: ActorContext, id: number): Promise<never> {
  const current = await detailAnswer(ctx, await requireStaff(ctx, id));
  throw conflict(current, current.updatedByName, current.updatedAt);
}

/**
 * Finds identities to grant. The calling function must also check that the API caller has all their permissions, for example with
 * {@link assertWithinOwn}.
 *
 * @returns `null` if head office staff cannot have one of the identities
 * @throws Refusal 42343 the owner's identity, for a caller who is not the owner
 */
export async function identitiesToGive(ctx: ActorContext, ids: readonly number[]) {
  const wanted = [...new Set(ids)];
  const found = await identitiesByIds(ctx.db, wanted);
  if (found.length < wanted.length || found.some(({ type, status }) => type !== 'hq' || status !== 'on')) return null;
  if (found.some(({ builtinKey }) => builtinKey === 'owner') && ctx.actor.accountType !== 'owner') throw refuse(42343);
  return found;
}

/** Builds the error of one refused form field. */
export const fieldError = (ctx: ActorContext, field: StaffField, rule: ValidationRule): FieldError =>
  refusedField(ctx, field, rule, messageText(staffLabel(field)));

export function actionAnswer(
  ctx: ActorContext,
  { id, account, status, version }: Pick<StaffRecord, 'id' | 'account' | 'version'> & { readonly status: StaffState },
  message: string,
) {
  return { id, no: account, state: status, stateText: staffLifecycle.stateText(status, ctx.locale), version, message };
}

/**
 * Builds the answer and the audit change for each person, for single and bulk calls.
 *
 * @param found the results of {@link changeablePeople} and of later checks
 */
export function outcomes<W>(
  ctx: ActorContext,
  wanted: readonly W[],
  found: readonly (StaffRecord | Refusal)[],
  done: (
    person: StaffRecord,
    one: W,
  ) => Omit<AuditChange, 'objectId' | 'objectNo'> & { status?: StaffState; message: string },
): readonly (DoneOne<ReturnType<typeof actionAnswer>> | Refusal)[] {
  return wanted.map((one, at) => {
    const person = found[at] ?? refuse(40401);
    if (person instanceof Refusal) return person;
    const { id, account, version } = person;
    const { status = person.status, message, ...change } = done(person, one);
    return {
      data: actionAnswer(ctx, { id, account, status, version: version + 1 }, message),
      change: { objectId: id, objectNo: account, ...change },
    };
  });
}

/** Returns the author and time of a write. */
export const writerOf = (ctx: ActorContext) => ({ at: ctx.clock.now(), by: ctx.actor.accountId });

/** Returns the sentence of a refusal, for bulk results and the import. */
export function refusalText(ctx: ActorContext, error: Refusal): string {
  return error.sentence ?? errorText(error.code, ctx.locale, error.params);
}
