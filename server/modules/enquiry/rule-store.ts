import { type Insertable, type Kysely, type SqlBool, sql } from 'kysely';
import { ENQUIRY_RULE_LIST, SHOP_BLOCK_LIST } from '../../../contract/enquiry.fields';
import type { EnquiryRuleState } from '../../../contract/enquiry.states';
import { changeLocked } from '../../core/database/change-locked';
import { beginning, containing } from '../../core/database/like';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';
import type { PriceRule } from './rules';

/** SQL queries for price rules and blocked shops. */

type Db = Kysely<Database>;

const COLUMNS = {
  id: 'enquiry_rule.id',
  version: 'enquiry_rule.version',
  ruleNo: 'enquiry_rule.rule_no',
  revision: 'enquiry_rule.revision',
  name: 'enquiry_rule.name',
  scopeType: 'enquiry_rule.scope_type',
  scopeIds: 'enquiry_rule.scope_ids',
  priority: 'enquiry_rule.priority',
  effectiveFrom: 'enquiry_rule.effective_from',
  effectiveTo: 'enquiry_rule.effective_to',
  status: 'enquiry_rule.status',
  tariff: 'enquiry_rule.tariff',
  remark: 'enquiry_rule.remark',
  updatedAt: 'enquiry_rule.updated_at',
  updatedByName: 'enquiry_rule.updated_by_name',
  publishedByName: 'enquiry_rule.published_by_name',
  publishedAt: 'enquiry_rule.published_at',
} as const;
const LISTED = { ...COLUMNS, createdAt: 'enquiry_rule.created_at' } as const;
const conditionsOf = conditions(ENQUIRY_RULE_LIST, { scopeType: COLUMNS.scopeType } as const);

const rules = (db: Db) => db.selectFrom('enquiry_rule').select(selection(COLUMNS));
export type RuleRecord = Awaited<ReturnType<ReturnType<typeof rules>['executeTakeFirstOrThrow']>>;

/** Builds the SQL expression for the state of a rule version at a moment. It must agree with `ruleState()`. */
const stateAt = (
  now: Date,
) => sql<EnquiryRuleState>`case when enquiry_rule.status <> 'published' then enquiry_rule.status
  when enquiry_rule.effective_to <= ${now} then 'expired'
  when enquiry_rule.effective_from > ${now} then 'waiting' else 'inForce' end`;

export function rulePage(
  db: Db,
  filter: ListFilter<typeof ENQUIRY_RULE_LIST>,
  sort: {
    readonly field: 'priority' | 'effectiveFrom' | 'updatedAt';
    readonly order: 'asc' | 'desc';
    readonly now: Date;
  },
  page: Page,
) {
  const found = conditionsOf(filter, {
    keyword: (words) => sql<SqlBool>`(enquiry_rule.name ilike ${containing(words)}
      or enquiry_rule.rule_no like ${beginning(words.toUpperCase())})`,
    state: (states) => sql<SqlBool>`${stateAt(sort.now)} = any(${sql.val([...states])}::text[])`,
  });
  const listed = withConditions(rules(db), found);
  return readPage(db, inOrder(listed, LISTED, [sort.field, 'id'], sort.order, ['effectiveFrom']), page);
}

export const findRule = (db: Db, id: number) => rules(db).where('id', '=', id).executeTakeFirst();
/** Finds a rule and locks it until the transaction ends. */
export const lockRule = (db: Db, id: number) => rules(db).where('id', '=', id).forUpdate().executeTakeFirst();

/** Reads all versions of a rule. The newest version is the first. */
export const versionsOf = (db: Db, ruleNo: string) =>
  rules(db).where('rule_no', '=', ruleNo).orderBy('revision', 'desc').execute();

/** Reads the published versions that are in force at `now` or later. */
export async function publishedRules(db: Db, now: Date): Promise<PriceRule[]> {
  const rows = await rules(db)
    .where('status', '=', 'published')
    .where((eb) => eb.or([eb('effective_to', 'is', null), eb('effective_to', '>', now)]))
    .modifyEnd(PREPARED)
    .execute();
  return rows.flatMap(({ effectiveFrom, ...rule }) => (effectiveFrom === null ? [] : [{ ...rule, effectiveFrom }]));
}

export async function insertRule(db: Db, row: Insertable<Database['enquiry_rule']>): Promise<void> {
  await db.insertInto('enquiry_rule').values(row).execute();
}

type Change = Partial<Omit<Insertable<Database['enquiry_rule']>, 'id' | 'version' | 'rule_no' | 'revision'>>;
export async function updateRule(db: Db, row: RuleRecord, change: Change): Promise<void> {
  await changeLocked(db, 'enquiry_rule', row, change);
}

/**
 * Ends the other published versions of a rule when a new version starts at `from`. Other versions that start at `from` or later are
 * disabled.
 */
export async function endVersions(db: Db, rule: RuleRecord, from: Date, now: Date): Promise<void> {
  const others = db
    .updateTable('enquiry_rule')
    .where('rule_no', '=', rule.ruleNo)
    .where('id', '<>', rule.id)
    .where('status', '=', 'published');
  await others
    .set({ status: 'disabled', updated_at: now, version: sql`version + 1` })
    .where('effective_from', '>=', from)
    .execute();
  await others
    .set({ effective_to: from, updated_at: now, version: sql`version + 1` })
    .where('effective_from', '<', from)
    .where((eb) => eb.or([eb('effective_to', 'is', null), eb('effective_to', '>', from)]))
    .execute();
}

export async function deleteRule(db: Db, { id }: RuleRecord): Promise<void> {
  await db.deleteFrom('enquiry_rule').where('id', '=', id).where('status', '=', 'draft').execute();
}

/* ---- blocked shops ---- */

const BLOCK = {
  id: 'enquiry_shop_block.id',
  shopId: 'enquiry_shop_block.shop_id',
  shopName: 'enquiry_shop_block.shop_name',
  reason: 'enquiry_shop_block.reason',
  createdAt: 'enquiry_shop_block.created_at',
  createdByName: 'enquiry_shop_block.created_by_name',
} as const;
const blockConditions = conditions(SHOP_BLOCK_LIST, BLOCK);
const blocks = (db: Db) => db.selectFrom('enquiry_shop_block').select(selection(BLOCK));

export function blockPage(db: Db, filter: ListFilter<typeof SHOP_BLOCK_LIST>, order: 'asc' | 'desc', page: Page) {
  return readPage(
    db,
    inOrder(withConditions(blocks(db), blockConditions(filter, {})), BLOCK, ['createdAt', 'id'], order),
    page,
  );
}

export const findBlock = (db: Db, shopId: string) => blocks(db).where('shop_id', '=', shopId).executeTakeFirst();

/** Finds which of the given shops are blocked. */
export async function blockedAmong(db: Db, shopIds: readonly string[]): Promise<Set<string>> {
  if (shopIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('enquiry_shop_block')
    .where(sql<SqlBool>`shop_id = any(${sql.val([...new Set(shopIds)])}::text[])`)
    .select('shop_id')
    .execute();
  return new Set(rows.map((row) => row.shop_id));
}

export async function blockedShops(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('enquiry_shop_block').select('shop_id').modifyEnd(PREPARED).execute();
  return new Set(rows.map((row) => row.shop_id));
}

/** Blocks a shop. @returns `false` if the shop was already blocked */
export async function insertBlock(db: Db, row: Insertable<Database['enquiry_shop_block']>): Promise<boolean> {
  const made = await db
    .insertInto('enquiry_shop_block')
    .values(row)
    .onConflict((conflict) => conflict.column('shop_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

/** Deletes a block. @returns the deleted block, or `undefined` if it did not exist */
export const deleteBlock = (db: Db, id: number) =>
  db
    .deleteFrom('enquiry_shop_block')
    .where('id', '=', id)
    .returning(['id', 'shop_id as shopId', 'shop_name as shopName', 'reason'])
    .executeTakeFirst();
