import { type Insertable, type Kysely, type SqlBool, sql } from 'kysely';
import { COST_RULE_LIST } from '../../../contract/cost.fields';
import type { CostRuleState } from '../../../contract/cost.states';
import { changeLocked } from '../../core/database/change-locked';
import { beginning, containing } from '../../core/database/like';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';
import type { FeeRule } from './choose';

/** SQL queries for fee rules. */

type Db = Kysely<Database>;

const COLUMNS = {
  id: 'cost_rule.id',
  version: 'cost_rule.version',
  ruleNo: 'cost_rule.rule_no',
  revision: 'cost_rule.revision',
  name: 'cost_rule.name',
  kind: 'cost_rule.kind',
  target: 'cost_rule.target',
  scopeType: 'cost_rule.scope_type',
  scopeIds: 'cost_rule.scope_ids',
  serviceTypes: 'cost_rule.service_types',
  terms: 'cost_rule.terms',
  priority: 'cost_rule.priority',
  effectiveFrom: 'cost_rule.effective_from',
  effectiveTo: 'cost_rule.effective_to',
  status: 'cost_rule.state',
  remark: 'cost_rule.remark',
  makerId: 'cost_rule.maker_id',
  checkerName: 'cost_rule.checker_name',
  decidedAt: 'cost_rule.decided_at',
  updatedAt: 'cost_rule.updated_at',
  updatedByName: 'cost_rule.updated_by_name',
} as const;
const LISTED = { ...COLUMNS, createdAt: 'cost_rule.created_at' } as const;
const conditionsOf = conditions(COST_RULE_LIST, {
  kind: COLUMNS.kind,
  target: COLUMNS.target,
  scopeType: COLUMNS.scopeType,
} as const);

/** Maximum number of charges that are counted for a rule. */
const MOST_USES = 10_000;
const USED = sql<number>`(select count(*)::int from (
  select from cost_charge c where c.rule_id = cost_rule.id limit ${sql.lit(MOST_USES)}) as used)`;

const rules = (db: Db) => db.selectFrom('cost_rule').select(selection(COLUMNS)).select(USED.as('usedCount'));
export type RuleRecord = Awaited<ReturnType<ReturnType<typeof rules>['executeTakeFirstOrThrow']>>;

/** Computes in SQL the state of a version at a moment. A published version expires at its end, even before the job stores the expiry. */
const stateAt = (now: Date) =>
  sql<CostRuleState>`case when cost_rule.state = 'published' and cost_rule.effective_to <= ${now} then 'expired' else cost_rule.state end`;

export type RuleFilter = ListFilter<typeof COST_RULE_LIST>;

export function ruleRows(db: Db, filter: RuleFilter, now: Date) {
  const found = conditionsOf(filter, {
    keyword: (words) => sql<SqlBool>`(cost_rule.name ilike ${containing(words)}
      or cost_rule.rule_no like ${beginning(words.toUpperCase())})`,
    state: (states) => sql<SqlBool>`${stateAt(now)} = any(${sql.val([...states])}::text[])`,
    stations: (ids) => sql<SqlBool>`(cost_rule.scope_type = 'team'
      and cost_rule.scope_ids ?| ${sql.val(ids.map(String))}::text[])`,
    inForce: ({ from, to }) => sql<SqlBool>`(cost_rule.state not in ('draft', 'pendingApproval')
      and cost_rule.effective_from < ${to} and (cost_rule.effective_to is null or cost_rule.effective_to > ${from}))`,
  });
  return withConditions(rules(db), found);
}

export function rulePage(
  db: Db,
  filter: RuleFilter,
  sort: {
    readonly field: 'priority' | 'effectiveFrom' | 'updatedAt';
    readonly order: 'asc' | 'desc';
    readonly now: Date;
  },
  page: Page,
) {
  return readPage(db, inOrder(ruleRows(db, filter, sort.now), LISTED, [sort.field, 'id'], sort.order), page);
}

export const findRule = (db: Db, id: number) => rules(db).where('id', '=', id).executeTakeFirst();
/** Finds a rule and locks it until the transaction ends. */
export async function lockRule(db: Db, id: number): Promise<RuleRecord | undefined> {
  const row = await db.selectFrom('cost_rule').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row && (await findRule(db, id));
}

/** Reads all versions of a rule. The newest version is the first. */
export const versionsOf = (db: Db, ruleNo: string) =>
  rules(db).where('rule_no', '=', ruleNo).orderBy('revision', 'desc').execute();

/** Checks whether another rule has this name. Disabled and expired versions are ignored. */
export async function isNameTaken(db: Db, name: string, ruleNo: string | null): Promise<boolean> {
  const found = await db
    .selectFrom('cost_rule')
    .select('id')
    .where('name', '=', name)
    .where('state', 'not in', ['disabled', 'expired'])
    .$if(ruleNo !== null, (qb) => qb.where('rule_no', '<>', ruleNo ?? ''))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const PUBLISHED = ['published', 'disabled', 'expired'] as const;

/**
 * Reads the versions that are in force at some moment after `since`. Versions that were disabled or expired since then are included. A
 * version that was disabled before its start ends at its start, so it is left out.
 */
export async function publishedRules(db: Db, since: Date): Promise<FeeRule[]> {
  return db
    .selectFrom('cost_rule')
    .where('state', 'in', [...PUBLISHED])
    .where((eb) =>
      eb.or([
        eb('effective_to', 'is', null),
        eb('effective_to', '>', sql<Date>`greatest(effective_from, ${since}::timestamptz)`),
      ]),
    )
    .select([
      'cost_rule.id as id',
      'cost_rule.rule_no as ruleNo',
      'cost_rule.revision as revision',
      'cost_rule.name as name',
      'cost_rule.kind as kind',
      'cost_rule.target as target',
      'cost_rule.scope_type as scopeType',
      'cost_rule.scope_ids as scopeIds',
      'cost_rule.service_types as serviceTypes',
      'cost_rule.terms as terms',
      'cost_rule.priority as priority',
      'cost_rule.effective_from as effectiveFrom',
      'cost_rule.effective_to as effectiveTo',
    ])
    .orderBy('id')
    .modifyEnd(PREPARED)
    .execute();
}

/** Reads the numbers of all rules that are in an enabled plan with this rule. */
export async function planMates(db: Db, ruleNo: string, now: Date): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ ruleNo: string }>`
    select distinct mate as "ruleNo" from fee_plan, jsonb_array_elements_text(fee_plan.rule_nos) as mate
    where fee_plan.rule_nos ? ${ruleNo} and (fee_plan.effective_to is null or fee_plan.effective_to > ${now})`.execute(
    db,
  );
  return new Set(rows.map((row) => row.ruleNo));
}

export async function insertRule(db: Db, row: Insertable<Database['cost_rule']>): Promise<void> {
  await db.insertInto('cost_rule').values(row).execute();
}

type Change = Partial<Omit<Insertable<Database['cost_rule']>, 'id' | 'version' | 'rule_no' | 'revision'>>;
export async function updateRule(db: Db, row: RuleRecord, change: Change): Promise<void> {
  await changeLocked(db, 'cost_rule', row, change);
}

/** Ends the other published versions of a rule when a new version starts at `from`. Versions that would start later never start. */
export async function endVersions(
  db: Db,
  rule: { readonly id: number; readonly rule_no: string },
  from: Date,
  now: Date,
): Promise<void> {
  const others = db
    .updateTable('cost_rule')
    .where('rule_no', '=', rule.rule_no)
    .where('id', '<>', rule.id)
    .where('state', '=', 'published');
  await others
    .set({ state: 'disabled', effective_to: sql`effective_from`, updated_at: now, version: sql`version + 1` })
    .where('effective_from', '>=', from)
    .execute();
  await others
    .set({ effective_to: from, updated_at: now, version: sql`version + 1` })
    .where('effective_from', '<', from)
    .where((eb) => eb.or([eb('effective_to', 'is', null), eb('effective_to', '>', from)]))
    .execute();
}

/** Stores the state `expired` of overdue versions. @returns their ids */
export async function expireRules(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .updateTable('cost_rule')
    .set({ state: 'expired', version: sql`version + 1` })
    .where('state', '=', 'published')
    .where('effective_to', '<=', now)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteRule(db: Db, { id }: Pick<RuleRecord, 'id'>): Promise<void> {
  await db.deleteFrom('cost_rule').where('id', '=', id).where('state', '=', 'draft').execute();
}
