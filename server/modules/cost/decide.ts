import { type SqlBool, sql } from 'kysely';
import { COST_KIND_TEXT, COST_SCOPE_TEXT, COST_TARGET_TEXT, costRuleCase } from '../../../contract/cost.states';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { assertWhole } from '../../core/access/whole-scope';
import { holdLock } from '../../core/database/locks';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { caseTable, defineCase, readRecord } from '../case';
import { clashWithMate, type FeeRule, isEqualRank } from './choose';
import { endVersions, planMates, publishedRules } from './rule-store';
import { formulaText, tiersText } from './words';

/** Steps of fee rules, such as publication. A rule applies to the whole tenant, so each step requires the data scope of all stations. */

const PUBLISH = 3706;

const RULE_TABLE = caseTable('cost_rule', { neverExpires: true });

type Stored = { [K in keyof Database['cost_rule']]: unknown } & {
  readonly id: number;
  readonly version: number;
  readonly rule_no: string;
  readonly revision: number;
  readonly name: string;
  readonly kind: FeeRule['kind'];
  readonly target: FeeRule['target'];
  readonly scope_type: FeeRule['scopeType'];
  readonly scope_ids: readonly string[];
  readonly service_types: FeeRule['serviceTypes'];
  readonly terms: FeeRule['terms'];
  readonly priority: number;
  readonly effective_from: Date;
  readonly effective_to: Date | null;
  readonly state: keyof typeof costRuleCase.states;
  readonly maker_id: number;
  readonly maker_name: string;
  readonly checker_name: string | null;
  readonly decided_at: Date | null;
  readonly note: string | null;
  readonly created_at: Date;
};

const WORDS = {
  submitted: text(
    '规则“{name}”已提交，等待另一位人员发布',
    'Rule {name} submitted; another person has to publish it',
    'Regra {name} enviada; outra pessoa precisa publicá-la',
    '規則「{name}」已提交，等待另一位人員發布',
  ),
  published: WORD.ruleNamePublished,
  rejected: text('规则“{name}”已驳回', 'Rule {name} rejected', 'Regra {name} recusada', '規則「{name}」已駁回'),
  recalled: text('规则“{name}”已撤回', 'Rule {name} withdrawn', 'Regra {name} retirada', '規則「{name}」已撤回'),
  disabled: WORD.ruleNameDisabled,
  decidedTitle: text('费用规则{state}', 'Fee rule: {state}', 'Regra de tarifa: {state}', '費用規則{state}'),
  decidedText: text(
    '“{name}”由 {checker} 处理。{note}',
    '{name}, handled by {checker}. {note}',
    '{name}, tratada por {checker}. {note}',
    '「{name}」由 {checker} 處理。{note}',
  ),
  rule: WORD.rule,
  kind: WORD.feeType,
  target: WORD.chargedTo,
  scope: WORD.scopeOfUse,
  formula: WORD.calculation,
} as const;

const linkTo = (id: number): string => `/financial/costManagement?open=${id}`;

/**
 * Checks that a rule can be published.
 *
 * @throws Refusal 42261 (another rule has equal rank, or contradicts this rule in a plan), 42265 (the period of this rule starts in the
 *   past or is empty)
 */
async function assertPublishable(ctx: ActorContext, row: Stored): Promise<void> {
  await holdLock(ctx.db, 'costRules');
  const now = ctx.clock.now();
  if (row.effective_from <= now || (row.effective_to !== null && row.effective_to <= row.effective_from))
    throw refuse(42265);
  const wanted = asRule(row);
  const mates = await planMates(ctx.db, row.rule_no, now);
  const equal = (await publishedRules(ctx.db, now)).find(
    (other) => isEqualRank(wanted, other) || clashWithMate(wanted, other, mates),
  );
  if (equal) throw refuse(42261, { name: equal.name });
}

const asRule = (row: Stored): FeeRule => ({
  id: row.id,
  ruleNo: row.rule_no,
  revision: row.revision,
  name: row.name,
  kind: row.kind,
  target: row.target,
  scopeType: row.scope_type,
  scopeIds: row.scope_ids,
  serviceTypes: row.service_types,
  terms: row.terms,
  priority: row.priority,
  effectiveFrom: row.effective_from,
  effectiveTo: row.effective_to,
});

const named = ({ name }: Stored) => ({ params: { name } });

/** The document type for a version of a fee rule. */
export const feeRules = defineCase({
  type: costRuleCase,
  table: RULE_TABLE,
  record: (row: Stored) => readRecord({ ...row, no: row.rule_no }),
  object: async (ctx) => assertWhole(ctx),
  effects: {
    submitRule: async (ctx, { row }) => {
      await assertPublishable(ctx, row);
      const { accountId, name } = ctx.actor;
      return { ...named(row), keepsDecision: true, set: { maker_id: accountId, maker_name: name } };
    },
    publish: async (ctx, { row }) => {
      await assertPublishable(ctx, row);
      await endVersions(ctx.db, row, row.effective_from, ctx.clock.now());
      return { ...named(row), after: recordedRule(row) };
    },
    reject: async (_ctx, { row }) => named(row),
    recall: async (_ctx, { row }) => ({ ...named(row), keepsDecision: true }),
    disable: async (ctx, { row, note }) => {
      const now = ctx.clock.now();
      const end = row.effective_from > now ? row.effective_from : now;
      const ends = row.effective_to === null || row.effective_to > end;
      return {
        ...named(row),
        keepsDecision: true,
        set: { note, updated_at: now, ...(ends && { effective_to: end }) },
      };
    },
  },
  done: {
    submitRule: WORDS.submitted,
    publish: WORDS.published,
    reject: WORDS.rejected,
    recall: WORDS.recalled,
    disable: WORDS.disabled,
  },
  notice: ({ row, note }, state) =>
    state === 'pendingApproval' || state === 'disabled'
      ? null
      : {
          title: WORDS.decidedTitle,
          content: WORDS.decidedText,
          link: linkTo(row.id),
          params: { state: costRuleCase.states[state].text, name: row.name, note },
        },
  recorded: ({ row }, state, { before, after }) => ({
    before: { state: row.state, ...before },
    after: { state, name: row.name, ...after },
  }),
  decidable: (_db, actor) => {
    const may = actor.accountType === 'owner' || (actor.rules.has(PUBLISH) && actor.scopeOf(PUBLISH).kind === 'all');
    return may ? sql<SqlBool>`cost_rule.maker_id <> ${actor.accountId}` : sql<SqlBool>`false`;
  },
  faces: (ctx, rows) =>
    rows.map((row) => ({
      title: `${ctx.t(costRuleCase.title)} · ${ctx.t(COST_KIND_TEXT[row.kind])}`,
      object: row.name,
      link: linkTo(row.id),
    })),
  detail: {
    async admit(ctx) {
      if (!ctx.can(37)) throw refuse(40401);
    },
    extras: (ctx, row) => ({
      facts: [
        { key: 'rule', label: ctx.t(WORDS.rule), value: row.name, link: null },
        { key: 'kind', label: ctx.t(WORDS.kind), value: ctx.t(COST_KIND_TEXT[row.kind]), link: null },
        { key: 'target', label: ctx.t(WORDS.target), value: ctx.t(COST_TARGET_TEXT[row.target]), link: null },
        { key: 'scope', label: ctx.t(WORDS.scope), value: ctx.t(COST_SCOPE_TEXT[row.scope_type]), link: null },
        { key: 'formula', label: ctx.t(WORDS.formula), value: formulaText(ctx, row.terms), link: null },
      ],
    }),
  },
});

/** Returns the fields of a rule that the audit records. */
export const recordedRule = (
  row: Pick<Stored, 'name' | 'kind' | 'target' | 'scope_type' | 'priority' | 'terms' | 'effective_from'>,
) => {
  const { tiers, distance, ...terms } = row.terms;
  return {
    name: row.name,
    kind: row.kind,
    target: row.target,
    scopeType: row.scope_type,
    priority: row.priority,
    effectiveFrom: row.effective_from.toISOString(),
    ...terms,
    ...(terms.calcType === 'tierAmount' && { tiers: tiersText(tiers) }),
    ...(terms.calcType === 'distance' && { ...distance }),
  };
};
