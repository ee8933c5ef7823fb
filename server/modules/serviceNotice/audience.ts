import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { NoticeAudience } from '../../../contract/serviceNotice.audience';
import { AUDIENCE_KINDS, type NoticePerson } from '../../../contract/serviceNotice.states';
import { text } from '../../../contract/text';
import { assertSeesAmounts } from '../../core/access/access';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';
import { inSavepoint, sqlState } from '../../core/database/transaction';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { assertAmounts } from '../../core/money/amounts';
import { dayRange } from '../../core/money/days';
import { idOf, peopleTable, TABLES } from '../inbox';
import { readSetting } from '../site';
import { scopedTeamIds } from '../team';
import { belongs, merchantConditions, riderConditions } from './people';
import { skipReason, type Way } from './reach-store';

/**
 * Recipients of a notice: a condition on one table of people. The recipients are counted for the form. They are selected again
 * when sending begins.
 */

type Db = Kysely<Database>;
type Conditions = Extract<NoticeAudience, { kind: 'conditions' }>;

export interface AudienceGround {
  readonly personType: NoticePerson;
  readonly audience: NoticeAudience;
  readonly excludeBlacklist: boolean;
  /** Stations in the author's data scope. `null` means all people. */
  readonly scopeTeamIds: readonly number[] | null;
  readonly timeZone: string;
}

/** Time limit of the exact count in ms. After the limit, a sample gives an estimate, so that the user waits about a second at most. */
const COUNT_MS = 700;
/** Approximate number of table rows that the sample reads. */
const SAMPLE_ROWS = 50_000;
const CANCELLED_BY_TIME = '57014';
const BEGINNING = '2000-01-01';
const END = '9999-01-01';

const OTHER_PEOPLE = text(
  '该发送方式不适用于所选对象类型',
  'This audience does not fit the chosen kind of recipients',
  'Este público não combina com o tipo de destinatário',
  '該傳送方式不適用於所選對象類型',
);

const OUT_OF_SCOPE = text(
  '所选用户中有 {n} 位不在您的管理范围内',
  'Chosen users outside your data scope: {n}',
  'Usuários escolhidos fora do seu escopo de dados: {n}',
  '所選使用者中有 {n} 位不在您的管理範圍內',
);

const levelIn = (levels: readonly string[]) =>
  sql<SqlBool>`app_user.level = any(${sql.val(levels.map(Number))}::int[])`;
const taggedWith = (tags: readonly string[]) => {
  const parts = tags.map((tag) => sql`app_user.tags @> ${JSON.stringify([tag])}::jsonb`);
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
};

function conditionsOf(asked: Conditions, timeZone: string): RawBuilder<SqlBool>[] {
  const found: RawBuilder<SqlBool>[] = [];
  const { teamIds, levels, tags, sources } = asked;
  if (teamIds) found.push(idIn('app_user.home_team_id', teamIds));
  if (levels) found.push(levelIn(levels));
  if (tags) found.push(taggedWith(tags));
  if (sources) found.push(sql<SqlBool>`app_user.source = any(${sql.val([...sources])}::text[])`);
  const days = (column: string, from: string | undefined, to: string | undefined) => {
    if (!from && !to) return;
    const range = dayRange(from ?? BEGINNING, to ?? END, timeZone);
    found.push(sql<SqlBool>`(${sql.ref(column)} >= ${range.from} and ${sql.ref(column)} < ${range.to})`);
  };
  days('app_user.created_at', asked.registeredFrom, asked.registeredTo);
  days('app_user.last_active_at', asked.lastActiveFrom, asked.lastActiveTo);
  days('app_user.last_order_at', asked.lastOrderFrom, asked.lastOrderTo);
  const range = (column: string, min: number | undefined, max: number | undefined) => {
    if (min !== undefined) found.push(sql<SqlBool>`${sql.ref(column)} >= ${min}`);
    if (max !== undefined) found.push(sql<SqlBool>`${sql.ref(column)} <= ${max}`);
  };
  range('app_user.order_count', asked.ordersMin, asked.ordersMax);
  range('app_user.paid_fen', asked.paidFenMin, asked.paidFenMax);
  range('app_user.balance_fen', asked.balanceFenMin, asked.balanceFenMax);
  return found;
}

function ofAudience({ personType, audience, timeZone }: AudienceGround): RawBuilder<SqlBool>[] {
  switch (audience.kind) {
    case 'all':
      return [];
    case 'teams':
      return [idIn(TABLES[personType].team, audience.teamIds)];
    case 'levels':
      return [levelIn(audience.levels)];
    case 'tags':
      return [taggedWith(audience.tags)];
    case 'conditions':
      return conditionsOf(audience, timeZone);
    case 'riderConditions':
      return riderConditions(audience);
    case 'merchantConditions':
      return merchantConditions(audience);
    case 'list':
      return [
        sql<SqlBool>`${idOf(personType)} in (select user_id from service_notice_list_user where list_id = ${audience.listId})`,
      ];
    case 'users':
      return [idIn('app_user.id', audience.userIds)];
    default:
      return audience satisfies never;
  }
}

/** Builds the condition of an audience within its author's data scope. */
export function audienceCondition(ground: AudienceGround): RawBuilder<SqlBool> {
  const { personType, audience, excludeBlacklist, scopeTeamIds } = ground;
  const parts = [
    belongs(personType, audience, excludeBlacklist),
    ...(scopeTeamIds === null ? [] : [idIn(TABLES[personType].team, scopeTeamIds)]),
    ...ofAudience(ground),
  ];
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

interface Figures {
  readonly count: number;
  /** Number of people whom the channel reaches. `null` without a channel. */
  readonly reachable: number | null;
}
interface Counted {
  readonly personType: NoticePerson;
  readonly condition: RawBuilder<SqlBool>;
  readonly reachable: RawBuilder<number | null>;
}

/**
 * Counts the people of an audience.
 *
 * @param way the channel that must reach them; without it, `reachable` is null
 * @returns `isExact` is false if the count took longer than {@link COUNT_MS} and was estimated from a sample
 */
export async function countAudience(
  db: Db,
  ground: AudienceGround,
  way: Way | null = null,
): Promise<Figures & { readonly isExact: boolean }> {
  const counted: Counted = {
    personType: ground.personType,
    condition: audienceCondition(ground),
    reachable: way
      ? sql<number | null>`count(*) filter (where (${skipReason(way)}) is null)`
      : sql<number | null>`null::bigint`,
  };
  try {
    // A read call has no transaction, so we open one. The statement timeout then applies only to this count.
    const figures = db.isTransaction
      ? await inSavepoint(db, () => countInTime(db, counted))
      : await db.transaction().execute((transaction) => countInTime(transaction, counted));
    return { ...figures, isExact: true };
  } catch (error) {
    if (sqlState(error) !== CANCELLED_BY_TIME) throw error;
    return { ...(await estimate(db, counted)), isExact: false };
  }
}

const NONE: Figures = { count: 0, reachable: null };

async function countInTime(db: Db, { personType, condition, reachable }: Counted): Promise<Figures> {
  const { rows: former } = await sql<{ value: string }>`select current_setting('statement_timeout') as value`.execute(
    db,
  );
  const limitTo = (value: string) => sql`select set_config('statement_timeout', ${value}, true)`.execute(db);
  await limitTo(String(COUNT_MS));
  const { rows } = await sql<Figures>`
    select count(*) as count, ${reachable} as reachable from ${peopleTable(personType)} where ${condition}`.execute(db);
  await limitTo(former[0]?.value ?? '0');
  return rows[0] ?? NONE;
}

async function estimate(db: Db, { personType, condition, reachable }: Counted): Promise<Figures> {
  const { rows: known } = await sql<{ rows: number }>`
    select greatest(reltuples, 1)::bigint as rows from pg_class where oid = ${TABLES[personType].table}::regclass`.execute(
    db,
  );
  const percent = Math.min(100, (SAMPLE_ROWS / (known[0]?.rows ?? 1)) * 100);
  const { rows } = await sql<Figures>`
    select count(*) as count, ${reachable} as reachable
    from ${peopleTable(personType)} tablesample system (${sql.lit(percent)}) where ${condition}`.execute(db);
  const { count, reachable: reached } = rows[0] ?? NONE;
  const whole = (figure: number) => Math.round((figure * 100) / percent);
  return { count: whole(count), reachable: reached === null ? null : whole(reached) };
}

/**
 * Checks that the caller may use the audience, and adds the caller's data scope.
 *
 * @param keptListId the task's present list, which may belong to another account
 * @throws Refusal 40001 (the audience does not fit the type of recipients), 40006 (an end before its start), 40301 (amounts that the caller
 *   may not see), 40302 (a station or a selected user out of scope), 40401 (no such list of the caller)
 */
export async function groundOf(
  ctx: ActorContext,
  asked: Pick<AudienceGround, 'personType' | 'audience' | 'excludeBlacklist'>,
  keptListId: number | null = null,
): Promise<AudienceGround> {
  const { personType, audience } = asked;
  if (!AUDIENCE_KINDS[personType].includes(audience.kind)) {
    throw invalid([{ field: 'audience', rule: 'personType', message: ctx.t(OTHER_PEOPLE) }]);
  }
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const chosen = 'teamIds' in audience ? audience.teamIds : undefined;
  if (chosen) await scopedTeamIds(ctx, chosen);
  if (audience.kind === 'list' && audience.listId !== keptListId) await assertOwnList(ctx, audience.listId, personType);
  if (audience.kind === 'conditions') assertConditions(ctx, audience);
  const scopeTeamIds = await scopedTeamIds(ctx, undefined);
  if (audience.kind === 'users' && scopeTeamIds) await assertUsersInScope(ctx, audience.userIds, scopeTeamIds);
  return { ...asked, scopeTeamIds, timeZone };
}

/**
 * Checks selected users. A missing user gets the same refusal as a user out of scope.
 *
 * @throws Refusal 40302 with the number of such users
 */
async function assertUsersInScope(
  ctx: ActorContext,
  userIds: readonly number[],
  teamIds: readonly number[],
): Promise<void> {
  const { seen } = await ctx.db
    .selectFrom('app_user')
    .select((eb) => eb.fn.countAll<number>().as('seen'))
    .where(idIn('app_user.id', userIds))
    .where(idIn('app_user.home_team_id', teamIds))
    .executeTakeFirstOrThrow();
  const n = new Set(userIds).size - seen;
  if (n > 0) throw refuse(40302, {}, null, ctx.t(OUT_OF_SCOPE, { n }));
}

async function assertOwnList(ctx: ActorContext, listId: number, personType: NoticePerson): Promise<void> {
  const list = await ctx.db
    .selectFrom('service_notice_list')
    .where('id', '=', listId)
    .where('by_id', '=', ctx.actor.accountId)
    .where('person_type', '=', personType)
    .select('id')
    .executeTakeFirst();
  if (!list) throw refuse(40401);
}

function assertConditions(ctx: ActorContext, asked: Conditions): void {
  const amounts = [asked.paidFenMin, asked.paidFenMax, asked.balanceFenMin, asked.balanceFenMax];
  if (amounts.some((fen) => fen !== undefined)) assertSeesAmounts(ctx);
  assertAmounts(ctx, asked, 'paidFen');
  assertAmounts(ctx, asked, 'balanceFen');
  const ranges = [
    [asked.registeredFrom, asked.registeredTo],
    [asked.lastActiveFrom, asked.lastActiveTo],
    [asked.lastOrderFrom, asked.lastOrderTo],
  ] as const;
  if (ranges.some(([from, to]) => from !== undefined && to !== undefined && from > to)) throw refuse(40006, { n: 0 });
}
