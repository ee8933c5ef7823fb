import { type Kysely, type SqlBool, sql } from 'kysely';
import type { costEndpoints } from '../../../contract/cost';
import { COST_CHARGE_LIST } from '../../../contract/cost.fields';
import { chargeLifecycle } from '../../../contract/cost.states';
import type { ParsedOf } from '../../../contract/endpoint';
import { ACCOUNTS } from '../../../contract/ledger';
import { beginning } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { answerRow } from '../../core/list/answers';
import { type Page, paged } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';
import { listDays } from '../../core/money/period';
import { readSetting } from '../site';
import { scopedTeamIds, teamNames } from '../team';

/** Reads the charges that were made by fee rules (扣费记录): list, totals and single charges. */

type Input = ParsedOf<(typeof costEndpoints)['finance.Cost/getCharges']>;
type Db = Kysely<Database>;

const COLUMNS = {
  id: 'cost_charge.id',
  version: 'cost_charge.version',
  no: 'cost_charge.no',
  createdAt: 'cost_charge.created_at',
  state: 'cost_charge.state',
  kind: 'cost_charge.kind',
  ruleNo: 'cost_charge.rule_no',
  revision: 'cost_charge.revision',
  target: 'cost_charge.target',
  targetId: 'cost_charge.target_id',
  teamId: 'cost_charge.team_id',
  bizNo: 'cost_charge.biz_no',
  baseFen: 'cost_charge.base_fen',
  rateBp: 'cost_charge.rate_bp',
  amountFen: 'cost_charge.amount_fen',
  account: 'cost_charge.account',
  deductedFrom: 'cost_charge.deducted_from',
  txNo: 'cost_charge.tx_no',
  note: 'cost_charge.note',
  ruleName: 'cost_rule.name',
} as const;
const conditionsOf = conditions(COST_CHARGE_LIST, COLUMNS);
export type ChargeFilter = ListFilter<typeof COST_CHARGE_LIST>;

const joined = (db: Db) => db.selectFrom('cost_charge').innerJoin('cost_rule', 'cost_rule.id', 'cost_charge.rule_id');

function filtered(db: Db, filter: ChargeFilter) {
  const found = conditionsOf(filter, {
    keyword: (words) => {
      const number = beginning(words);
      return sql<SqlBool>`(cost_charge.no like ${beginning(words.toUpperCase())} or cost_charge.biz_no like ${number}
        or cost_charge.tx_no = ${words} or cost_charge.rule_no = ${words})`;
    },
  });
  return withConditions(joined(db), found);
}

export const chargeRows = (db: Db, filter: ChargeFilter) => filtered(db, filter).select(selection(COLUMNS));
export type ChargeRecord = Awaited<ReturnType<ReturnType<typeof chargeRows>['executeTakeFirstOrThrow']>>;

function chargePage(
  db: Db,
  filter: ChargeFilter,
  sort: { readonly field: 'createdAt' | 'amountFen'; readonly order: 'asc' | 'desc' },
  page: Page,
) {
  return readPage(db, inOrder(chargeRows(db, filter), COLUMNS, [sort.field, 'createdAt', 'id'], sort.order), page);
}

const chargeTotals = (db: Db, filter: ChargeFilter) =>
  filtered(db, filter)
    .select(
      (['charged', 'owed', 'waived'] as const).map((state) =>
        sql<number>`coalesce(sum(cost_charge.amount_fen) filter (where cost_charge.state = ${sql.lit(state)}), 0)::bigint`.as(
          `${state}Fen`,
        ),
      ),
    )
    .executeTakeFirstOrThrow() as Promise<{ chargedFen: number; owedFen: number; waivedFen: number }>;

/** Finds a charge and locks it until the transaction ends. */
export async function lockCharge(db: Db, id: number): Promise<ChargeRecord | undefined> {
  await db.selectFrom('cost_charge').select('cost_charge.id').where('cost_charge.id', '=', id).forUpdate().execute();
  return joined(db).select(selection(COLUMNS)).where('cost_charge.id', '=', id).executeTakeFirst();
}

/** Builds the list's filter with days and the caller's data scope. @throws Refusal 40006 (range of days), 40302 (station out of scope) */
export async function chargeFilter(ctx: ActorContext, input: Partial<Input>) {
  const { createdAtFrom: from, createdAtTo: to, ...rest } = input;
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const teamIds = await scopedTeamIds(ctx, input.teamIds);
  // Without days, a search by keyword covers all days. So does a filter whose only state is "owed".
  const isAnytime = from === undefined && to === undefined && (rest.keyword !== undefined || isOwed(rest.state));
  const days = isAnytime ? null : listDays({ from, to }, ctx.clock.now(), timeZone);
  return { filter: { ...rest, teamIds, ...(days && { createdAt: days }) }, days };
}

const isOwed = (states: readonly string[] | undefined): boolean => states?.length === 1 && states[0] === 'owed';

export function chargeList(ctx: ActorContext, input: Input) {
  return paged(ctx, input, async (page) => {
    const { filter, days } = await chargeFilter(ctx, input);
    const sort = { field: input.sortField ?? ('createdAt' as const), order: input.sortOrder ?? ('desc' as const) };
    const { list, total } = await chargePage(ctx.db, filter, sort, page);
    const { chargedFen, owedFen, waivedFen } = await chargeTotals(ctx.db, filter);
    const names = await teamNames(
      ctx.db,
      list.map(({ teamId }) => teamId),
    );
    return {
      list: list.map((record) => chargeAnswer(ctx, record, names)),
      total,
      summary: { chargedFen, owedFen, waivedFen, fromDay: days?.fromDay ?? null, toDay: days?.toDay ?? null },
    };
  });
}

export const accountText = (ctx: Pick<ActorContext, 't'>, account: keyof typeof ACCOUNTS): string =>
  ctx.t(ACCOUNTS[account].text);

function chargeAnswer(ctx: ActorContext, record: ChargeRecord, names: ReadonlyMap<number, string>) {
  const { rules, accountType } = ctx.actor;
  return {
    id: record.id,
    version: record.version,
    ...answerRow(ctx, COST_CHARGE_LIST, record, {
      teamName: names.get(record.teamId) ?? '',
      deductedFrom: accountText(ctx, record.deductedFrom),
    }),
    actions: chargeLifecycle.actionsFrom(record.state, rules, accountType === 'owner'),
  };
}

/** Counts owed fees in the caller's data scope. @param teamIds limits the count to these stations */
export async function countOwedCharges(ctx: ActorContext, teamIds: readonly number[] | null): Promise<number> {
  const actor = { ...ctx.actor, scope: ctx.actor.scopeOf(37) };
  const input = { state: ['owed' as const], ...(teamIds && { teamIds: [...teamIds] }) };
  const { filter } = await chargeFilter({ ...ctx, actor }, input);
  const { n } = await filtered(ctx.db, filter).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return n;
}
