import type { BuiltinIdentityKey } from '../../../contract/identity.builtin';
import { TEAM_FEE_FIELDS, TEAM_FIELDS } from '../../../contract/team.fields';
import type { TeamDraftValues } from '../../../contract/team.schema';
import { exceedsWith } from '../../core/access/granting';
import { isInScope, type TeamPlace } from '../../core/access/scope';
import type { ActorContext } from '../../core/http/context';
import { type Accepted, accepted, Refusal, refuse } from '../../core/http/refusal';
import { createAccount, usableIdentities } from '../account';
import { joined, present, requireTeam } from './answers';
import { actionAnswer, assertAllowed, feeColumns, loadForChange, refuseConflict, writerOf } from './lifecycle';
import { appendLog } from './log-store';
import { changedFees } from './rules';
import {
  choiceProblem,
  creditProblems,
  merge,
  overlapWarning,
  planRate,
  referenceProblems,
  refusalOf,
  type SaveAnswer,
  valueColumns,
  WORDS,
  withoutMasks,
  writeArea,
} from './save';
import { replaceHolidays, replaceHours, stateColumns, type TeamRecord, takenFields, updateTeam } from './store';
import { checkWhole, parseFields, requiredErrors, type TeamValuesParsed, takenProblem } from './values';

/** This module submits a draft: it checks every field and moves the station to "preparing". */

/**
 * The built-in identity that a station's first administrator usually gets. The caller may grant this identity without having the
 * identity's permissions.
 */
const INITIAL_ADMIN: BuiltinIdentityKey = 'stationAdmin';

/**
 * Submits a draft. It checks all fields, invites the administrator and moves the station to "preparing".
 * @returns the station, or a warning about overlaps that the user must confirm first
 * @throws Refusal 40302 (out of scope), 40401 (unknown id), 40901 (changed meanwhile), 42201 (no longer a draft), 42343 (more
 * permissions for the administrator than the caller has), 42226 (missing fields), 40001 (invalid field), 40903 (name, code, account or
 * phone taken), 42221–42225 (area or hours), 42229 (shares exceed 100 %)
 */
export async function submitTeam(
  ctx: ActorContext,
  input: { id: number; version: number; values: TeamDraftValues; confirmOverlap: boolean },
): Promise<SaveAnswer | Accepted<SaveAnswer>> {
  const team = await loadForChange(ctx, input.id, input.version);
  assertAllowed(ctx, team.status, 'submit');
  const stored = team.draftValues as TeamDraftValues;
  const draft = merge(stored, withoutMasks(input.values, stored));
  const values = await checkSubmission(ctx, team, draft, stored);
  const place = { id: null, ...values, franchiseeId: values.franchiseeId };
  if (!isInScope(ctx.actor.scope, place)) throw refuse(40302);

  await assertMayInvite(ctx, { ...place, id: team.id }, values.adminIdentityId);

  const warning = await overlapWarning(ctx, values.polygon, team.id, input.confirmOverlap);
  if (warning) return accepted({ ...actionAnswer(ctx, team), ...warning });

  const writer = writerOf(ctx);
  const adminId = await inviteAdmin(ctx, team.id, values);
  const version = await updateTeam(
    ctx.db,
    { id: team.id, version: team.version, from: ['draft'] },
    {
      ...stateColumns('submit', writer.at),
      ...valueColumns(values),
      ...feeColumns(changedFees(NO_FEES, values)),
      admin_account_id: adminId,
      admin_account: values.adminAccount,
      admin_name: values.adminName,
      admin_tel: values.adminTel,
      admin_identity_id: values.adminIdentityId,
      notify_by_sms: values.notifyBySms,
      draft_step: null,
      draft_values: '{}',
    },
    writer,
  );
  if (version === null) return await refuseConflict(ctx, await requireTeam(ctx, team.id));
  await replaceHours(ctx.db, team.id, values.weekHours);
  await replaceHolidays(ctx.db, team.id, values.holidays);
  const area = { mode: values.areaMode, hexSizeKm: values.hexSizeKm, polygon: values.polygon };
  await writeArea(ctx, team.id, area, { phase: 'current', from: writer.at }, null, writer);
  await appendLog(
    ctx.db,
    ctx.ids,
    { teamId: team.id, kind: 'status', subject: 'submit', before: { status: 'draft' }, after: { status: 'preparing' } },
    writer,
  );
  ctx.audit({
    objectId: team.id,
    objectNo: values.code,
    before: { status: 'draft' },
    after: { status: 'preparing', ...values },
  });
  const message = ctx.t(WORDS.submitted, { name: values.name });
  return actionAnswer(ctx, { id: team.id, code: values.code, status: 'preparing', version }, message);
}

/** Financial terms of a draft before its submission. Empty texts differ from every value, so every value of the draft counts as changed. */
const NO_FEES = Object.fromEntries(TEAM_FEE_FIELDS.map((field) => [field, ''])) as Record<
  (typeof TEAM_FEE_FIELDS)[number],
  string
>;

async function checkSubmission(
  ctx: ActorContext,
  team: TeamRecord,
  draft: TeamDraftValues,
  stored: TeamDraftValues,
): Promise<TeamValuesParsed> {
  const { wall } = await present(ctx);
  const checked = checkWhole(draft, {
    locale: ctx.locale,
    today: wall.day,
    planRateBp: await planRate(ctx, draft.feePlanId),
  });
  if (!checked.ok && checked.missing.length > 0) {
    const errors = [
      ...requiredErrors(checked.missing, ctx.locale),
      ...checked.problems.map(({ field, rule, message }) => ({ field, rule, message })),
    ];
    const missing = checked.missing.map((field) => ctx.t(TEAM_FIELDS[field]));
    throw refuse(42226, { missing: joined(ctx, missing) }, { errors });
  }
  const parsed = checked.ok ? checked.values : parseFields(draft, ctx.locale).parsed;
  const problems = [
    ...(checked.ok ? [] : checked.problems),
    ...(await referenceProblems(ctx, parsed, stored, () => true)),
    ...creditProblems(ctx, stored, draft),
  ];
  const taken = await takenFields(ctx.db, { name: draft.name ?? undefined, code: draft.code ?? undefined }, team.id);
  problems.push(...taken.map((field) => takenProblem(field, ctx.locale)));
  if (!checked.ok || problems.length > 0) throw refusalOf(problems);
  return checked.values;
}

/**
 * Checks that the caller does not invite an administrator with more permissions over this station than the caller has. The built-in station
 * administrator is an exception (DOMAIN §3.3). All callers who may open a station may invite this identity, although operations staff have
 * fewer permissions.
 *
 * @throws Refusal 40001 (unknown identity), 42343 (more permissions than the caller)
 */
async function assertMayInvite(ctx: ActorContext, place: TeamPlace, identityId: number): Promise<void> {
  const identity = (await usableIdentities(ctx.db, 'station')).find(({ id }) => id === identityId);
  if (!identity) throw refusalOf([choiceProblem(ctx, 'adminIdentityId')]);
  if (identity.builtinKey === INITIAL_ADMIN || ctx.actor.accountType === 'owner') return;
  const rights = { identities: [identity], teamIds: [place.id], franchiseeId: place.franchiseeId };
  if (exceedsWith(ctx.actor, rights, [place])) throw refuse(42343);
}

/**
 * Creates the administrator's account in the state "invited". The SMS, if wanted, is sent after the commit.
 *
 * @throws Refusal 40903 (account or phone taken)
 */
async function inviteAdmin(ctx: ActorContext, teamId: number, values: TeamValuesParsed): Promise<number> {
  const id = await createAccount(ctx, {
    accountType: 'station',
    account: values.adminAccount,
    name: values.adminName,
    tel: values.adminTel,
    identityIds: [values.adminIdentityId],
    teamIds: [teamId],
    franchiseeId: values.franchiseeId,
    createdBy: ctx.actor.accountId,
  }).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 40903) throw error;
    const field = (error.data as { taken?: string } | null)?.taken === 'tel' ? 'adminTel' : 'adminAccount';
    throw refusalOf([takenProblem(field, ctx.locale)]);
  });
  if (values.notifyBySms) {
    const message = ctx.t(WORDS.invitation, { name: values.name, account: values.adminAccount });
    ctx.afterCommit(() => ctx.ports.sms.send({ tel: values.adminTel, scene: 0, text: message, locale: ctx.locale }));
  }
  return id;
}
