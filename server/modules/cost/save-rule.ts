import type { costEndpoints } from '../../../contract/cost';
import { areContiguous } from '../../../contract/cost.fee';
import { COST_MATRIX, COST_RULE, type CostTerms, calcsOf, costRuleCase } from '../../../contract/cost.states';
import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { assertWhole } from '../../core/access/whole-scope';
import { holdLock } from '../../core/database/locks';
import type { ActorContext } from '../../core/http/context';
import { conflict, invalid, refuse } from '../../core/http/refusal';
import { fieldMessage } from '../../core/http/validation';
import { businessNo } from '../../core/money/numbers';
import { regionName } from '../region';
import { presentOf } from '../site';
import { teamNames } from '../team';
import { feeRules, recordedRule } from './decide';
import { deleteRule, insertRule, isNameTaken, lockRule, type RuleRecord, updateRule, versionsOf } from './rule-store';

/** Drafts of fee rules (费用规则). A rule applies to the whole tenant, so changing it requires the data scope of all stations. */

type Input = ParsedOf<(typeof costEndpoints)['finance.Cost/saveRule']>;

const WORDS = {
  saved: WORD.ruleNameSavedAsDraft,
  removed: WORD.draftNameDeleted,
  draft: WORD.aDraft,
  removedState: WORD.deletedFeminine,
  nameTaken: text('已有同名规则', 'Another rule has this name', 'Outra regra tem este nome', '已有同名規則'),
  target: WORD.feeCannotBeChargedToThem,
  calcType: WORD.feeCannotBeCalculatedLikeThis,
  ends: WORD.endMustBeLaterThanStart,
  caps: text(
    '最高金额不能小于最低金额',
    'The maximum fee must not be below the minimum',
    'A tarifa máxima não pode ser menor que a mínima',
    '最高金額不能小於最低金額',
  ),
  unknown: WORD.chosenScopeMissing,
} as const;

/**
 * Finds errors that the schema cannot detect.
 *
 * @throws Refusal 42262 (tiers are too few or not contiguous), 42263 (rate too high), 42265 (start is in the past)
 */
async function ruleErrors(ctx: ActorContext, input: Input, ruleNo: string | null): Promise<FieldError[]> {
  const { terms, scopeType, scopeIds, effectiveTo } = input;
  const rates = [terms.rateBp, ...terms.tiers.map(({ rateBp }) => rateBp)];
  if (rates.some((rateBp) => rateBp > COST_RULE.rateBp.max)) throw refuse(42263);
  if (terms.calcType === 'tierAmount' && (terms.tiers.length < COST_RULE.tiers.min || !areContiguous(terms.tiers)))
    throw refuse(42262);
  if (Date.parse(input.effectiveFrom) <= ctx.clock.now().getTime()) throw refuse(42265);
  const errors: FieldError[] = [];
  const bad = (field: string, rule: string, message: string) => errors.push({ field, rule, message });
  if (await isNameTaken(ctx.db, input.name, ruleNo)) bad('name', 'unique', ctx.t(WORDS.nameTaken));
  if (!COST_MATRIX[input.kind].includes(input.target)) bad('target', 'choice', ctx.t(WORDS.target));
  if (!calcsOf(input.kind).includes(terms.calcType)) bad('terms.calcType', 'choice', ctx.t(WORDS.calcType));
  if (terms.capMaxFen !== null && terms.capMaxFen < terms.capMinFen) bad('terms.capMaxFen', 'range', ctx.t(WORDS.caps));
  if (terms.calcType === 'rate' && terms.rateBp === 0)
    bad('terms.rateBp', 'required', fieldMessage('required', ctx.locale));
  if (effectiveTo !== null && Date.parse(effectiveTo) <= Date.parse(input.effectiveFrom))
    bad('effectiveTo', 'range', ctx.t(WORDS.ends));
  if (scopeType === 'team' || scopeType === 'region') {
    if (scopeIds.length === 0) bad('scopeIds', 'required', fieldMessage('required', ctx.locale));
    else if (!(await areKnown(ctx, scopeType, scopeIds))) bad('scopeIds', 'choice', ctx.t(WORDS.unknown));
  }
  return errors;
}

async function areKnown(ctx: ActorContext, type: 'team' | 'region', ids: readonly string[]): Promise<boolean> {
  if (type === 'region') return ids.every((id) => regionName(id) !== null);
  const numbers = [...new Set(ids.map(Number))];
  return (await teamNames(ctx.db, numbers)).size === numbers.length;
}

function rowOf(ctx: ActorContext, input: Input) {
  const hasIds = input.scopeType === 'team' || input.scopeType === 'region';
  const scopeIds = hasIds ? [...new Set(input.scopeIds)] : [];
  const [only] = scopeIds;
  return {
    name: input.name,
    kind: input.kind,
    target: input.target,
    scope_type: input.scopeType,
    scope_ids: JSON.stringify(scopeIds),
    service_types: JSON.stringify([...new Set(input.serviceTypes)]),
    terms: JSON.stringify(input.terms),
    priority: input.priority,
    effective_from: new Date(input.effectiveFrom),
    effective_to: input.effectiveTo === null ? null : new Date(input.effectiveTo),
    remark: input.remark,
    team_id: input.scopeType === 'team' && scopeIds.length === 1 ? Number(only) : null,
    updated_at: ctx.clock.now(),
    updated_by: ctx.actor.accountId,
    updated_by_name: ctx.actor.name,
  };
}

const recorded = (
  rule: Pick<RuleRecord, 'name' | 'kind' | 'target' | 'scopeType' | 'priority' | 'effectiveFrom'> & {
    terms: CostTerms;
  },
) => recordedRule({ ...rule, scope_type: rule.scopeType, effective_from: rule.effectiveFrom });
const recordedInput = (input: Input) => recorded({ ...input, effectiveFrom: new Date(input.effectiveFrom) });

function answer(ctx: ActorContext, rule: { id: number; ruleNo: string; name: string }, version: number) {
  return {
    id: rule.id,
    no: rule.ruleNo,
    state: 'draft',
    stateText: costRuleCase.stateText('draft', ctx.locale),
    version,
    message: ctx.t(WORDS.saved, { name: rule.name }),
  };
}

/** Builds the conflict answer with the current rule, for a user who edited an older version. */
function conflictWith(record: RuleRecord) {
  const { name, kind, target, scopeType, scopeIds, serviceTypes, terms, priority, remark, version } = record;
  const current = {
    ...{ name, kind, target, scopeType, scopeIds, serviceTypes, terms, priority, remark, version },
    effectiveFrom: record.effectiveFrom.toISOString(),
    effectiveTo: record.effectiveTo?.toISOString() ?? null,
  };
  return conflict(current, record.updatedByName, record.updatedAt);
}

/**
 * Saves a draft.
 *
 * @throws Refusal 40001 (wrong values), 40301 (no permission), 40302 (not all stations), 40401 (unknown id), 40901 (changed meanwhile),
 * 40903 (a draft exists), 42201 (in review), 42262 (tiers), 42263 (rate too high), 42265 (start is in the past)
 */
export async function saveRule(ctx: ActorContext, input: Input) {
  assertWhole(ctx);
  // Take a lock, because two users could otherwise create the next version of a rule at the same time.
  await holdLock(ctx.db, 'costRules');
  if (!ctx.can(input.id === undefined ? 3701 : 3702)) throw refuse(40301);
  const record = input.id === undefined ? null : ((await lockRule(ctx.db, input.id)) ?? null);
  if (input.id !== undefined && !record) throw refuse(40401);
  if (record?.status === 'pendingApproval') throw refuse(42201, { state: costRuleCase.states.pendingApproval.text });
  if (record && record.version !== input.version) throw conflictWith(record);
  const errors = await ruleErrors(ctx, input, record?.ruleNo ?? null);
  if (errors.length > 0) throw invalid(errors);
  const values = rowOf(ctx, input);
  if (record?.status !== 'draft') return makeDraft(ctx, input, values, record);
  await updateRule(ctx.db, record, values);
  ctx.audit({ objectId: record.id, objectNo: record.ruleNo, before: recorded(record), after: recordedInput(input) });
  return answer(ctx, { ...record, name: input.name }, record.version + 1);
}

/** Creates a draft. @param before the version that precedes the draft; `null` for a new rule @throws Refusal 40903 (a draft exists) */
async function makeDraft(ctx: ActorContext, input: Input, values: ReturnType<typeof rowOf>, before: RuleRecord | null) {
  const id = ctx.ids.next();
  const versions = before ? await versionsOf(ctx.db, before.ruleNo) : [];
  if (versions.some(({ status }) => status === 'draft' || status === 'pendingApproval'))
    throw refuse(40903, { field: WORDS.draft });
  const { day } = await presentOf(ctx);
  const ruleNo = before?.ruleNo ?? businessNo('CR', day, id);
  await insertRule(ctx.db, {
    ...values,
    id,
    created_at: values.updated_at,
    rule_no: ruleNo,
    revision: (versions[0]?.revision ?? 0) + 1,
    state: 'draft',
    maker_id: ctx.actor.accountId,
    maker_name: ctx.actor.name,
  });
  await feeRules.addStep(ctx, id, 'submit');
  ctx.audit({
    objectId: id,
    objectNo: ruleNo,
    ...(before && { before: recorded(before) }),
    after: recordedInput(input),
  });
  return answer(ctx, { id, ruleNo, name: input.name }, 1);
}

/**
 * Deletes a draft.
 *
 * @throws Refusal 40302 (not all stations), 40401 (unknown id), 40901 (changed meanwhile), 42201 (not a draft), 42264 (version has charged
 * fees)
 */
export async function removeDraft(
  ctx: ActorContext,
  { id, version }: ParsedOf<(typeof costEndpoints)['finance.Cost/removeDraft']>,
) {
  assertWhole(ctx);
  await holdLock(ctx.db, 'costRules');
  const record = await lockRule(ctx.db, id);
  if (!record) throw refuse(40401);
  ctx.audit({ objectId: id, objectNo: record.ruleNo });
  if (record.usedCount > 0) throw refuse(42264);
  if (record.status !== 'draft') throw refuse(42201, { state: costRuleCase.states[record.status].text });
  if (record.version !== version) throw conflictWith(record);
  await deleteRule(ctx.db, record);
  ctx.audit({ objectId: id, objectNo: record.ruleNo, before: recorded(record), after: { state: 'removed' } });
  return {
    id,
    no: record.ruleNo,
    state: 'removed',
    stateText: ctx.t(WORDS.removedState),
    version: version + 1,
    message: ctx.t(WORDS.removed, { name: record.name }),
  };
}
