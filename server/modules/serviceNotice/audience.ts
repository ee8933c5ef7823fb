import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { NoticeAudience } from '../../../contract/serviceNotice';
import { AUDIENCE_TEXT } from '../../../contract/serviceNotice.states';
import { type Text, text } from '../../../contract/text';
import { USER_LEVELS } from '../../../contract/user.states';
import { WORD } from '../../../contract/words';
import { assertSeesAmounts } from '../../core/access/access';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';
import { inSavepoint, sqlState } from '../../core/database/transaction';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { yuan } from '../../core/money/amounts';
import { dayRange } from '../../core/money/days';
import { readSetting } from '../site';
import { scopedTeamIds, teamNames } from '../team';
import { skipReason, type Way } from './reach-store';

/** The recipients of a notice: a condition over `app_user`, counted while the form is filled in and again when sending begins. */

type Db = Kysely<Database>;
type Conditions = Extract<NoticeAudience, { kind: 'conditions' }>;

export interface AudienceGround {
  readonly audience: NoticeAudience;
  readonly excludeBlacklist: boolean;
  /** Stations of the author's data scope; null: all users. */
  readonly scopeTeamIds: readonly number[] | null;
  readonly timeZone: string;
}

/** Time limit of the exact count in ms. Beyond it a sample gives an estimate, so that the answer takes at most a second. */
const COUNT_MS = 700;
/** Sample size in rows. */
const SAMPLE_ROWS = 50_000;
const CANCELLED_BY_TIME = '57014';
const BEGINNING = '2000-01-01';
const END = '9999-01-01';

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
  const range = (column: string, min: number | undefined, max: number | undefined) => {
    if (min !== undefined) found.push(sql<SqlBool>`${sql.ref(column)} >= ${min}`);
    if (max !== undefined) found.push(sql<SqlBool>`${sql.ref(column)} <= ${max}`);
  };
  range('app_user.order_count', asked.ordersMin, asked.ordersMax);
  range('app_user.paid_fen', asked.paidFenMin, asked.paidFenMax);
  range('app_user.balance_fen', asked.balanceFenMin, asked.balanceFenMax);
  return found;
}

function ofAudience({ audience, timeZone }: AudienceGround): RawBuilder<SqlBool>[] {
  switch (audience.kind) {
    case 'all':
      return [];
    case 'teams':
      return [idIn('app_user.home_team_id', audience.teamIds)];
    case 'levels':
      return [levelIn(audience.levels)];
    case 'tags':
      return [taggedWith(audience.tags)];
    case 'conditions':
      return conditionsOf(audience, timeZone);
    case 'list':
      return [
        sql<SqlBool>`app_user.id in (select user_id from service_notice_list_user where list_id = ${audience.listId})`,
      ];
    case 'users':
      return [idIn('app_user.id', audience.userIds)];
    default:
      return audience satisfies never;
  }
}

/** The condition of an audience within its author's data scope. Users who left never match. */
export function audienceCondition(ground: AudienceGround): RawBuilder<SqlBool> {
  const { excludeBlacklist, scopeTeamIds } = ground;
  const parts = [
    excludeBlacklist
      ? sql<SqlBool>`app_user.status in ('normal', 'cancelling')`
      : sql<SqlBool>`app_user.status <> 'cancelled'`,
    ...(scopeTeamIds === null ? [] : [idIn('app_user.home_team_id', scopeTeamIds)]),
    ...ofAudience(ground),
  ];
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

interface Figures {
  readonly count: number;
  /** How many of them the channel reaches; null without a channel. */
  readonly reachable: number | null;
}
interface Counted {
  readonly condition: RawBuilder<SqlBool>;
  readonly reachable: RawBuilder<number | null>;
}

/**
 * Counts the users of an audience.
 *
 * @param way the channel that has to reach the users; without it `reachable` is null
 * @returns `isExact` false: estimated from a sample, because the count took longer than {@link COUNT_MS}
 */
export async function countAudience(
  db: Db,
  ground: AudienceGround,
  way: Way | null = null,
): Promise<Figures & { readonly isExact: boolean }> {
  const counted: Counted = {
    condition: audienceCondition(ground),
    reachable: way
      ? sql<number | null>`count(*) filter (where (${skipReason(way)}) is null)`
      : sql<number | null>`null::bigint`,
  };
  try {
    // A read has no transaction of its own. The statement timeout must apply to this count only.
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

async function countInTime(db: Db, { condition, reachable }: Counted): Promise<Figures> {
  const { rows: former } = await sql<{ value: string }>`select current_setting('statement_timeout') as value`.execute(
    db,
  );
  const limitTo = (value: string) => sql`select set_config('statement_timeout', ${value}, true)`.execute(db);
  await limitTo(String(COUNT_MS));
  const { rows } = await sql<Figures>`
    select count(*) as count, ${reachable} as reachable from app_user where ${condition}`.execute(db);
  await limitTo(former[0]?.value ?? '0');
  return rows[0] ?? NONE;
}

async function estimate(db: Db, { condition, reachable }: Counted): Promise<Figures> {
  const { rows: known } = await sql<{ rows: number }>`
    select greatest(reltuples, 1)::bigint as rows from pg_class where oid = 'app_user'::regclass`.execute(db);
  const percent = Math.min(100, (SAMPLE_ROWS / (known[0]?.rows ?? 1)) * 100);
  const { rows } = await sql<Figures>`
    select count(*) as count, ${reachable} as reachable
    from app_user tablesample system (${sql.lit(percent)}) where ${condition}`.execute(db);
  const { count, reachable: reached } = rows[0] ?? NONE;
  const whole = (figure: number) => Math.round((figure * 100) / percent);
  return { count: whole(count), reachable: reached === null ? null : whole(reached) };
}

/**
 * Checks that the caller may use the audience, and adds its data scope.
 *
 * @param keptListId the task's present list, which may belong to another person
 * @throws Refusal 40006 days that run backwards · 40301 balances that the caller may not see · 40302 a station or user out of scope ·
 *   40401 no such list of the caller
 */
export async function groundOf(
  ctx: ActorContext,
  asked: Pick<AudienceGround, 'audience' | 'excludeBlacklist'>,
  keptListId: number | null = null,
): Promise<AudienceGround> {
  const { audience } = asked;
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const chosen = audience.kind === 'teams' || audience.kind === 'conditions' ? audience.teamIds : undefined;
  if (chosen) await scopedTeamIds(ctx, chosen);
  if (audience.kind === 'list' && audience.listId !== keptListId) await assertOwnList(ctx, audience.listId);
  if (audience.kind === 'conditions') assertConditions(ctx, audience);
  const scopeTeamIds = await scopedTeamIds(ctx, undefined);
  return { ...asked, scopeTeamIds, timeZone };
}

async function assertOwnList(ctx: ActorContext, listId: number): Promise<void> {
  const list = await ctx.db
    .selectFrom('service_notice_list')
    .where('id', '=', listId)
    .where('by_id', '=', ctx.actor.accountId)
    .select('id')
    .executeTakeFirst();
  if (!list) throw refuse(40401);
}

function assertConditions(ctx: ActorContext, asked: Conditions): void {
  const amounts = [asked.paidFenMin, asked.paidFenMax, asked.balanceFenMin, asked.balanceFenMax];
  if (amounts.some((fen) => fen !== undefined)) assertSeesAmounts(ctx);
  const isBackwards = (from: string | undefined, to: string | undefined) =>
    from !== undefined && to !== undefined && from > to;
  if (isBackwards(asked.registeredFrom, asked.registeredTo) || isBackwards(asked.lastActiveFrom, asked.lastActiveTo)) {
    throw refuse(40006, { n: 0 });
  }
}

const WORDS = {
  levels: text('等级 {x}', 'Level {x}', 'Nível {x}', '等級 {x}'),
  tags: text('标签 {x}', 'Tag {x}', 'Etiqueta {x}', '標籤 {x}'),
  sources: text('来源 {x}', 'Source {x}', 'Origem {x}', '來源 {x}'),
  registered: text('注册 {x}', 'Registered {x}', 'Cadastro {x}', '註冊 {x}'),
  lastActive: text('最近活跃 {x}', 'Last active {x}', 'Último acesso {x}', '最近活躍 {x}'),
  orders: text('订单数 {x}', 'Orders {x}', 'Pedidos {x}', '訂單數 {x}'),
  paid: text('消费 {x} 元', 'Paid ¥{x}', 'Gasto ¥{x}', '消費 {x} 元'),
  balance: text('余额 {x} 元', 'Balance ¥{x}', 'Saldo ¥{x}', '餘額 {x} 元'),
  stations: text('站点 {x}', 'Station {x}', 'Estação {x}', '站點 {x}'),
  users: text('{n} 位指定用户', '{n} chosen users', '{n} usuários escolhidos', '{n} 位指定使用者'),
  others: WORD.xAndMore,
} as const;
/** Maximum values that a text lists by name. */
const NAMED = 3;

/** Returns functions that describe audiences in words. Stations out of the caller's scope appear as their id. */
export async function audienceWords(ctx: ActorContext, audiences: readonly NoticeAudience[]) {
  const asked = audiences.flatMap((audience) => ('teamIds' in audience ? (audience.teamIds ?? []) : []));
  const visible = await scopedTeamIds(ctx, undefined);
  const seen = visible === null ? asked : asked.filter((id) => visible.includes(id));
  const names = await teamNames(ctx.db, [...new Set(seen)]);
  const listed = (values: readonly string[]) => {
    const shown = values.slice(0, NAMED).join(ctx.locale.startsWith('zh') ? '、' : ', ');
    return values.length > NAMED ? ctx.t(WORDS.others, { x: shown, n: values.length }) : shown;
  };
  const stations = (ids: readonly number[]) => listed(ids.map((id) => names.get(id) ?? String(id)));
  return (audience: NoticeAudience): string => {
    switch (audience.kind) {
      case 'teams':
        return ctx.t(WORDS.stations, { x: stations(audience.teamIds) });
      case 'levels':
        return ctx.t(WORDS.levels, { x: listed(audience.levels) });
      case 'tags':
        return ctx.t(WORDS.tags, { x: listed(audience.tags) });
      case 'users':
        return ctx.t(WORDS.users, { n: audience.userIds.length });
      case 'conditions':
        return conditionWords(ctx, audience, { listed, stations }) || ctx.t(AUDIENCE_TEXT.all);
      default:
        return ctx.t(AUDIENCE_TEXT[audience.kind]);
    }
  };
}

function rangeWords(from: string | undefined, to: string | undefined): string | null {
  if (from && to) return `${from}–${to}`;
  if (from) return `≥ ${from}`;
  return to ? `≤ ${to}` : null;
}

function conditionWords(
  ctx: ActorContext,
  asked: Conditions,
  { listed, stations }: { listed(values: readonly string[]): string; stations(ids: readonly number[]): string },
): string {
  const money = (fen: number | undefined) => (fen === undefined ? undefined : yuan(fen));
  const count = (n: number | undefined) => (n === undefined ? undefined : String(n));
  const parts: readonly (readonly [Text, string | null])[] = [
    [WORDS.stations, asked.teamIds ? stations(asked.teamIds) : null],
    [WORDS.levels, asked.levels ? listed(USER_LEVELS.filter((level) => asked.levels?.includes(level))) : null],
    [WORDS.tags, asked.tags ? listed(asked.tags) : null],
    [WORDS.sources, asked.sources ? listed(asked.sources) : null],
    [WORDS.registered, rangeWords(asked.registeredFrom, asked.registeredTo)],
    [WORDS.lastActive, rangeWords(asked.lastActiveFrom, asked.lastActiveTo)],
    [WORDS.orders, rangeWords(count(asked.ordersMin), count(asked.ordersMax))],
    [WORDS.paid, rangeWords(money(asked.paidFenMin), money(asked.paidFenMax))],
    [WORDS.balance, rangeWords(money(asked.balanceFenMin), money(asked.balanceFenMax))],
  ];
  const said = parts.flatMap(([words, x]) => (x === null ? [] : [ctx.t(words, { x })]));
  return said.join(ctx.locale.startsWith('zh') ? '；' : '; ');
}
