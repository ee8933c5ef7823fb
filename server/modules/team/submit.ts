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

/** Submits a draft: checks every field and moves the station to "preparing". */

/* ---- submit ---- */

/** The default identity of a station's administrator. */
const INITIAL_ADMIN: BuiltinIdentityKey = 'stationAdmin';

/** @throws Refusal 42343 · 42226 with the missing parts, 40001, 40903, 42221–42225, 42229 */
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

/** Money columns of an unsubmitted draft: empty texts, which differ from every value. */
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
 * A person cannot invite an administrator with more rights over this station than they have. The built-in station administrator
 * is an exception (DOMAIN §3.3): people who may open a station may invite one, although operations staff have fewer rights.
 *
 * @throws Refusal 42343
 */
async function assertMayInvite(ctx: ActorContext, place: TeamPlace, identityId: number): Promise<void> {
  const identity = (await usableIdentities(ctx.db, 'station')).find(({ id }) => id === identityId);
  if (!identity) throw refusalOf([choiceProblem(ctx, 'adminIdentityId')]);
  if (identity.builtinKey === INITIAL_ADMIN || ctx.actor.accountType === 'owner') return;
  const rights = { identities: [identity], teamIds: [place.id], franchiseeId: place.franchiseeId };
  if (exceedsWith(ctx.actor, rights, [place])) throw refuse(42343);
}

/** Creates the administrator's account as invited. The SMS is sent after the commit. */
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
