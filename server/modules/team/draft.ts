import type { Updateable } from 'kysely';
import type { TeamField } from '../../../contract/team.fields';
import type { TeamDraftValues } from '../../../contract/team.schema';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { holdFranchisee } from '../reference';
import { regionChain } from '../region';
import { findTeamInScope, formValues, requireTeam } from './answers';
import { type ActionAnswer, actionAnswer, assertAllowed, loadForChange, refuseConflict, writerOf } from './lifecycle';
import type { Writer } from './log-store';
import { creditProblems, draftProblems, merge, pick, refusalOf, WORDS, withoutMasks } from './save';
import { insertTeam, updateTeam } from './store';

/** This module saves drafts of stations, and copies a station to a draft. Drafts get few checks (DOMAIN §3.3). */

/** Returns a draft's columns: those that the list shows, and `draft_values` with all values. */
function draftColumns(values: TeamDraftValues): Updateable<Database['team']> {
  const { provinceCode, cityCode, districtCode } = values;
  const region = provinceCode && cityCode && districtCode ? regionChain(provinceCode, cityCode, districtCode) : null;
  return {
    name: values.name ?? '',
    code: values.code ?? '',
    logo: values.logo ?? null,
    team_type: values.teamType ?? 'self',
    franchisee_id: values.teamType === 'franchise' ? (values.franchiseeId ?? null) : null,
    province_code: provinceCode ?? null,
    city_code: cityCode ?? null,
    district_code: districtCode ?? null,
    region_text: region?.ok ? region.text : '',
    contact_name: values.contactName ?? '',
    contact_tel: values.contactTel ?? '',
    fee_plan_id: values.feePlanId ?? null,
    draft_values: JSON.stringify(values),
  };
}

/**
 * Creates or updates a draft.
 *
 * @throws Refusal 40001 (a caller other than the owner changes the credit limit, or file or franchisee not allowed), 40302 (out of scope),
 *   40401 (unknown id), 40901 (changed meanwhile), 42201 (no longer a draft)
 */
export async function saveDraft(
  ctx: ActorContext,
  input: { id?: number | undefined; version?: number | undefined; step: number; values: TeamDraftValues },
): Promise<ActionAnswer> {
  const writer = writerOf(ctx);
  const assertUsable = async (stored: TeamDraftValues): Promise<void> => {
    const problems = [
      ...creditProblems(ctx, stored, merge(stored, input.values)),
      ...(await draftProblems(ctx, input.values, stored)),
    ];
    if (problems.length > 0) throw refusalOf(problems);
  };
  if (input.id === undefined) {
    await assertUsable({});
    const id = await beginDraft(ctx, input.values, input.step, writer);
    ctx.audit({ objectId: id, after: { step: input.step, ...input.values } });
    return actionAnswer(
      ctx,
      { id, code: input.values.code ?? '', status: 'draft', version: 1 },
      ctx.t(WORDS.draftSaved),
    );
  }
  const team = await loadForChange(ctx, input.id, input.version ?? null);
  assertAllowed(ctx, team.status, 'removeDraft');
  const stored = team.draftValues as TeamDraftValues;
  await assertUsable(stored);
  const values = merge(stored, withoutMasks(input.values, stored));
  const version = await updateTeam(
    ctx.db,
    { id: team.id, version: team.version, from: ['draft'] },
    { ...draftColumns(values), draft_step: Math.max(input.step, team.draftStep ?? 1) },
    writer,
  );
  if (version === null) return await refuseConflict(ctx, await requireTeam(ctx, team.id));
  ctx.audit({ objectId: team.id, before: pick(stored, input.values), after: { step: input.step, ...input.values } });
  return actionAnswer(ctx, { ...team, code: values.code ?? '', version }, ctx.t(WORDS.draftSaved));
}

async function beginDraft(ctx: ActorContext, values: TeamDraftValues, step: number, writer: Writer): Promise<number> {
  const id = ctx.ids.next();
  await insertTeam(ctx.db, {
    ...(draftColumns(values) as Record<string, never>),
    id,
    status: 'draft',
    draft_step: step,
    created_at: writer.at,
    updated_at: writer.at,
    created_by: writer.id,
    updated_by: writer.id,
    created_by_name: writer.name,
    updated_by_name: writer.name,
  });
  return id;
}

/**
 * Fields that a copy leaves out because they belong to one station. The credit limit is granted by the owner to one station.
 * Phones are left out because a copy must not reveal them.
 */
const NOT_COPIED: readonly TeamField[] = [
  'name',
  'code',
  'creditLimitFen',
  'contactTel',
  'emergencyTel',
  'adminAccount',
  'adminName',
  'adminTel',
];

export async function copyTeam(ctx: ActorContext, id: number): Promise<ActionAnswer> {
  const team = await findTeamInScope(ctx, id);
  const values = { ...(await formValues(ctx, team)) };
  for (const field of NOT_COPIED) delete values[field];
  const owner = values.franchiseeId ? await holdFranchisee(ctx.db, values.franchiseeId) : null;
  if (owner?.status === 'terminated') delete values.franchiseeId;
  const draftId = await beginDraft(ctx, values, 1, writerOf(ctx));
  ctx.audit({ objectId: draftId, after: { copiedFrom: id } });
  return actionAnswer(ctx, { id: draftId, code: '', status: 'draft', version: 1 }, ctx.t(WORDS.copied));
}
