import { type Kysely, sql } from 'kysely';
import type { SettleLineState } from '../../../contract/ledger';
import { LIST_LIMITS } from '../../../contract/limits';
import { beginsWith } from '../../core/database/like';
import type { Database } from '../../core/database/schema';

/** Queries for the lines of settled orders (待结算) that pages show. */

type Db = Kysely<Database>;

/** Sums the due pending lines by station. */
export async function dueOf(
  db: Db,
  teamIds: readonly number[],
  now: Date,
): Promise<Map<number, { lines: number; fen: number }>> {
  const { rows } = await sql<{ teamId: number; lines: number; fen: number }>`
    select team_id as "teamId", count(*) as lines, sum(amount_fen)::bigint as fen from settle_line
    where team_id = any(${sql.val([...teamIds])}::bigint[]) and due_at <= ${now} and state = 'pending'
    group by 1`.execute(db);
  return new Map(rows.map(({ teamId, ...due }) => [teamId, due]));
}

const LINE_SORTS = {
  dueAt: 'settle_line.due_at',
  createdAt: 'settle_line.created_at',
  amount: 'settle_line.amount_fen',
} as const;
type LineSort = keyof typeof LINE_SORTS;

interface LineFilter {
  readonly teamId: number;
  readonly state: readonly SettleLineState[];
  /** Excludes lines whose settlement was reversed, unless their order will be settled again. */
  readonly isOpen?: boolean;
  readonly keyword?: string | undefined;
}

function linesWhere(db: Db, { teamId, state, isOpen, keyword }: LineFilter) {
  return db
    .selectFrom('settle_line')
    .where('settle_line.team_id', '=', teamId)
    .where('settle_line.state', 'in', [...state])
    .$if(isOpen === true, (qb) =>
      qb.where((eb) => eb.or([eb('settle_line.state', '<>', 'reversed'), eb('settle_line.held_by', 'is not', null)])),
    )
    .$if(Boolean(keyword), (qb) => qb.where(beginsWith('settle_line.order_no', keyword ?? '')));
}

const LINE = [
  'settle_line.id',
  'settle_line.team_id as teamId',
  'settle_line.order_no as orderNo',
  'settle_line.amount_fen as amountFen',
  'settle_line.due_at as dueAt',
  'settle_line.state',
  'settle_line.held_by as heldBy',
  'settle_line.released_at as releasedAt',
  'settle_line.created_at as createdAt',
] as const;

/** Reads one page of a station's lines and the total number of lines. The count stops at `LIST_LIMITS.countCap + 1`. */
export async function linePage(
  db: Db,
  filter: LineFilter,
  page: { sortField: LineSort; sortOrder: 'asc' | 'desc'; offset: number; limit: number },
) {
  const rows = await linesWhere(db, filter)
    .select(LINE)
    .orderBy(LINE_SORTS[page.sortField], page.sortOrder)
    .orderBy('settle_line.id', page.sortOrder)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { n } = await db
    .selectFrom(
      linesWhere(db, filter)
        .select('settle_line.id')
        .limit(LIST_LIMITS.countCap + 1)
        .as('found'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { rows, total: n };
}

interface WaitingSums {
  readonly pendingFen: number;
  readonly heldFen: number;
  /** Shares whose settlement was reversed and whose order will be settled again. */
  readonly undoneFen: number;
}

/** Sums a station's pending lines, held lines, and reversed lines whose order will be settled again. */
export async function waitingSums(db: Db, teamId: number): Promise<WaitingSums> {
  const { rows } = await sql<WaitingSums>`
    select coalesce(sum(amount_fen) filter (where state = 'pending'), 0)::bigint as "pendingFen",
      coalesce(sum(amount_fen) filter (where state = 'held'), 0)::bigint as "heldFen",
      coalesce(sum(amount_fen) filter (where state = 'reversed' and held_by is not null), 0)::bigint as "undoneFen"
    from settle_line where team_id = ${teamId} and state in ('pending', 'held', 'reversed')`.execute(db);
  return rows[0] as WaitingSums;
}

export async function findLine(db: Db, teamId: number, orderNo: string) {
  return await db
    .selectFrom('settle_line')
    .where('settle_line.team_id', '=', teamId)
    .where('settle_line.order_no', '=', orderNo)
    .select(LINE)
    .executeTakeFirst();
}
