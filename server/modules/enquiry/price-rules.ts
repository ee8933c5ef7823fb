import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import type { enquiryEndpoints } from '../../../contract/enquiry';
import { enquiryRuleLifecycle, type RuleScope } from '../../../contract/enquiry.states';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { assertWhole } from '../../core/access/whole-scope';
import { holdLock } from '../../core/database/locks';
import type { ActorContext } from '../../core/http/context';
import { conflict, invalid, refuse } from '../../core/http/refusal';
import { fieldMessage } from '../../core/http/validation';
import { businessNo } from '../../core/money/numbers';
import { feePlans } from '../reference';
import { regionName } from '../region';
import { presentOf } from '../site';
import { teamNames } from '../team';
import { forgetGround } from './ground';
import {
  deleteRule,
  endVersions,
  insertRule,
  lockRule,
  publishedRules,
  type RuleRecord,
  updateRule,
  versionsOf,
} from './rule-store';
import { isEqualRank, ruleState } from './rules';

/** Actions on price rules (询价规则). A rule can apply to any station, so changing rules requires the data scope of all stations. */

type Address = keyof typeof enquiryEndpoints;
type Input<A extends Address> = ParsedOf<(typeof enquiryEndpoints)[A]>;

const WORDS = {
  saved: WORD.ruleNameSavedAsDraft,
  published: WORD.ruleNamePublished,
  disabled: WORD.ruleNameDisabled,
  removed: WORD.draftNameDeleted,
  draft: WORD.aDraft,
  ends: WORD.endMustBeLaterThanStart,
  unknown: WORD.chosenScopeMissing,
  period: text(
    '时段的开始与结束不能相同',
    'The start and end of a time of day must differ',
    'Um horário não pode terminar quando começa',
    '時段的開始與結束不能相同',
  ),
} as const;

function assertAllStations(ctx: ActorContext): void {
  assertWhole(ctx);
}

/** Finds errors of a rule that the schema cannot detect. */
async function ruleErrors(ctx: ActorContext, input: Input<'enquiry.Enquiry/saveRule'>): Promise<FieldError[]> {
  const { scopeType, scopeIds, effectiveFrom, effectiveTo, tariff } = input;
  const errors: FieldError[] = [];
  const bad = (field: string, rule: string, message: string) => errors.push({ field, rule, message });
  if (scopeType !== 'all') {
    if (scopeIds.length === 0) bad('scopeIds', 'required', fieldMessage('required', ctx.locale));
    else if (!(await areKnown(ctx, scopeType, scopeIds))) bad('scopeIds', 'choice', ctx.t(WORDS.unknown));
  }
  if (effectiveFrom && effectiveTo && Date.parse(effectiveTo) <= Date.parse(effectiveFrom)) {
    bad('effectiveTo', 'range', ctx.t(WORDS.ends));
  }
  if (tariff.periods.some(({ from, to }) => from === to)) bad('tariff.periods', 'range', ctx.t(WORDS.period));
  return errors;
}

async function areKnown(ctx: ActorContext, type: Exclude<RuleScope, 'all'>, ids: readonly string[]): Promise<boolean> {
  if (type === 'region') return ids.every((id) => regionName(id) !== null);
  const numbers = [...new Set(ids.map(Number))];
  if (type === 'team') return (await teamNames(ctx.db, numbers)).size === numbers.length;
  const plans = new Set((await feePlans(ctx.db)).map(({ id }) => id));
  return numbers.every((id) => plans.has(id));
}

const momentOrNull = (iso: string | null): Date | null => (iso === null ? null : new Date(iso));

function rowOf(ctx: ActorContext, input: Input<'enquiry.Enquiry/saveRule'>) {
  const { name, scopeType, scopeIds, priority, remark, tariff } = input;
  return {
    name,
    scope_type: scopeType,
    scope_ids: JSON.stringify(scopeType === 'all' ? [] : [...new Set(scopeIds)]),
    priority,
    effective_from: momentOrNull(input.effectiveFrom),
    effective_to: momentOrNull(input.effectiveTo),
    tariff: JSON.stringify(tariff),
    remark,
    updated_at: ctx.clock.now(),
    updated_by: ctx.actor.accountId,
    updated_by_name: ctx.actor.name,
  };
}

/** Returns the fields of a rule that the audit records. */
const recorded = ({
  name,
  scopeType,
  priority,
  tariff,
}: Pick<RuleRecord, 'name' | 'scopeType' | 'priority' | 'tariff'>) => ({
  name,
  scopeType,
  priority,
  ...tariff,
  periods: JSON.stringify(tariff.periods),
});

function answer(
  ctx: ActorContext,
  record: { id: number; ruleNo: string; name: string },
  state: keyof typeof enquiryRuleLifecycle.states,
  version: number,
  words: keyof typeof WORDS,
) {
  return {
    id: record.id,
    no: record.ruleNo,
    state,
    stateText: enquiryRuleLifecycle.stateText(state, ctx.locale),
    version,
    message: ctx.t(WORDS[words], { name: record.name }),
  };
}

/** Returns the current values of a rule for its form, for a user who edited an older version. */
const formOf = ({
  name,
  scopeType,
  scopeIds,
  priority,
  effectiveFrom,
  effectiveTo,
  remark,
  tariff,
  version,
}: RuleRecord) => ({
  name,
  scopeType,
  scopeIds,
  priority,
  effectiveFrom: effectiveFrom?.toISOString() ?? null,
  effectiveTo: effectiveTo?.toISOString() ?? null,
  remark,
  tariff,
  version,
});

const conflictWith = (record: RuleRecord) => conflict(formOf(record), record.updatedByName, record.updatedAt);

/**
 * Saves a draft. Without an id, creates a rule. If the given version is not a draft, creates the next version as a draft.
 *
 * @throws Refusal 40001 (wrong values), 40302 (limited data scope), 40401 (unknown id), 40901 (changed meanwhile), 40903 (a draft exists)
 */
export async function saveRule(ctx: ActorContext, input: Input<'enquiry.Enquiry/saveRule'>) {
  assertAllStations(ctx);
  const errors = await ruleErrors(ctx, input);
  if (errors.length > 0) throw invalid(errors);
  const values = rowOf(ctx, input);
  if (input.id === undefined) return makeDraft(ctx, input, values, null);
  // Take a lock, because two users could otherwise create the next version of a rule at the same time.
  await holdLock(ctx.db, 'enquiryRules');
  const record = await lockRule(ctx.db, input.id);
  if (!record) throw refuse(40401);
  if (record.version !== input.version) throw conflictWith(record);
  if (record.status !== 'draft') return makeDraft(ctx, input, values, record);
  await updateRule(ctx.db, record, values);
  ctx.audit({ objectId: record.id, objectNo: record.ruleNo, before: recorded(record), after: recorded(input) });
  return answer(ctx, { ...record, name: input.name }, 'draft', record.version + 1, 'saved');
}

/** Creates a draft. @param before the version that precedes the draft; `null` for a new rule @throws Refusal 40903 (a draft exists) */
async function makeDraft(
  ctx: ActorContext,
  input: Input<'enquiry.Enquiry/saveRule'>,
  values: ReturnType<typeof rowOf>,
  before: RuleRecord | null,
) {
  const id = ctx.ids.next();
  const versions = before ? await versionsOf(ctx.db, before.ruleNo) : [];
  if (versions.some(({ status }) => status === 'draft')) throw refuse(40903, { field: WORDS.draft });
  const { day } = await presentOf(ctx);
  const ruleNo = before?.ruleNo ?? businessNo('ER', day, id);
  const revision = (versions[0]?.revision ?? 0) + 1;
  await insertRule(ctx.db, {
    ...values,
    id,
    created_at: values.updated_at,
    rule_no: ruleNo,
    revision,
    status: 'draft',
  });
  ctx.audit({ objectId: id, objectNo: ruleNo, ...(before && { before: recorded(before) }), after: recorded(input) });
  return answer(ctx, { id, ruleNo, name: input.name }, 'draft', 1, 'saved');
}

/**
 * Finds and locks a rule, and checks that its state allows the action.
 *
 * @throws Refusal 40302 (limited data scope), 40401 (unknown id), 40901 (changed meanwhile), 42201 (wrong state)
 */
async function requireFor(
  ctx: ActorContext,
  { id, version }: { readonly id: number; readonly version: number },
  action: 'publishRule' | 'disableRule' | 'removeRule',
): Promise<RuleRecord> {
  assertAllStations(ctx);
  await holdLock(ctx.db, 'enquiryRules');
  const record = await lockRule(ctx.db, id);
  if (!record) throw refuse(40401);
  ctx.audit({ objectId: id, objectNo: record.ruleNo });
  const state = ruleState(record, ctx.clock.now());
  if (!enquiryRuleLifecycle.allowed(state, action)) {
    throw refuse(42201, { state: enquiryRuleLifecycle.states[state].text });
  }
  if (record.version !== version) throw conflictWith(record);
  return record;
}

const writtenBy = (ctx: ActorContext) => ({
  updated_at: ctx.clock.now(),
  updated_by: ctx.actor.accountId,
  updated_by_name: ctx.actor.name,
});

/**
 * Publishes a draft.
 *
 * @throws Refusal 40302 (limited data scope), 40401 (unknown id), 40901 (changed meanwhile), 42201 (not a draft), 42261 (another rule has
 * the same scope type and priority and overlaps this one), 42265 (period starts in the past or is empty)
 */
export async function publishRule(ctx: ActorContext, input: Input<'enquiry.Enquiry/publishRule'>) {
  const record = await requireFor(ctx, input, 'publishRule');
  const now = ctx.clock.now();
  const from = record.effectiveFrom ?? now;
  if (from < now || (record.effectiveTo !== null && record.effectiveTo <= from)) throw refuse(42265);
  const wanted = { ...record, effectiveFrom: from };
  const equal = (await publishedRules(ctx.db, now)).find((other) => isEqualRank(wanted, other));
  if (equal) throw refuse(42261, { name: equal.name });
  await endVersions(ctx.db, record, from, now);
  await updateRule(ctx.db, record, {
    ...writtenBy(ctx),
    status: 'published',
    effective_from: from,
    published_at: now,
    published_by_name: ctx.actor.name,
  });
  ctx.afterCommit(async () => forgetGround());
  const state = from > now ? 'waiting' : 'inForce';
  ctx.audit({
    objectId: record.id,
    objectNo: record.ruleNo,
    before: { state: 'draft' },
    after: { state, effectiveFrom: from.toISOString(), ...recorded(record) },
  });
  return answer(ctx, record, state, record.version + 1, 'published');
}

/**
 * Disables a published rule.
 *
 * @throws Refusal 40302 (limited data scope), 40401 (unknown id), 40901 (changed meanwhile), 42201 (neither in force nor waiting)
 */
export async function disableRule(ctx: ActorContext, input: Input<'enquiry.Enquiry/disableRule'>) {
  const record = await requireFor(ctx, input, 'disableRule');
  await updateRule(ctx.db, record, { ...writtenBy(ctx), status: 'disabled' });
  ctx.afterCommit(async () => forgetGround());
  ctx.audit({
    objectId: record.id,
    objectNo: record.ruleNo,
    before: { state: ruleState(record, ctx.clock.now()) },
    after: { state: 'disabled' },
    reason: input.reason,
  });
  return answer(ctx, record, 'disabled', record.version + 1, 'disabled');
}

/** Deletes a draft. @throws Refusal 40302 (limited data scope), 40401 (unknown id), 40901 (changed meanwhile), 42201 (not a draft) */
export async function removeRule(ctx: ActorContext, input: Input<'enquiry.Enquiry/removeRule'>) {
  const record = await requireFor(ctx, input, 'removeRule');
  await deleteRule(ctx.db, record);
  ctx.audit({ objectId: record.id, objectNo: record.ruleNo, before: recorded(record), after: { state: 'removed' } });
  return answer(ctx, record, 'removed', record.version + 1, 'removed');
}
