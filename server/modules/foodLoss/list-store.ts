import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { FOOD_LOSS } from '../../../contract/foodLoss.fields';
import { DUE_LOSS_STATES, type LossParty, OPEN_LOSS_STATES } from '../../../contract/foodLoss.states';
import { phonePattern } from '../../core/access/phones';
import { idIn } from '../../core/database/id-in';
import { beginning } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';

/** SQL queries for the food loss list: cases with their parties, the shares of the decision in force, and figures. */

type Db = Kysely<Database>;
export type LossFilter = Omit<ListFilter<typeof FOOD_LOSS>, 'createdAt'> & {
  readonly seesPhones: boolean;
  readonly now: Date;
  readonly days: { readonly from: Date; readonly to: Date } | null;
  /** Whether to include open cases of any age. */
  readonly withOpen: boolean;
  readonly userId?: number | undefined;
  readonly riderId?: number | undefined;
};

const COLUMNS = {
  id: 'food_loss.id',
  version: 'food_loss.version',
  createdAt: 'food_loss.created_at',
  no: 'food_loss.no',
  state: 'food_loss.state',
  dueAt: 'food_loss.due_at',
  orderNo: 'food_loss.order_no',
  teamId: 'food_loss.team_id',
  reason: 'food_loss.reason',
  lossFen: 'food_loss.loss_fen',
  claimFen: 'food_loss.claim_fen',
  compFen: 'food_loss.comp_fen',
  paidFen: 'food_loss.paid_fen',
  payTo: 'food_loss.pay_to',
  payWay: 'food_loss.pay_way',
  reporterType: 'food_loss.reporter_type',
  reporterName: 'food_loss.reporter_name',
  handlerName: 'food_loss.handler_name',
  handlerId: 'food_loss.handler_id',
  closedAt: 'food_loss.closed_at',
  riderName: 'rider.name',
  merchantName: 'merchant.name',
  party: 'share.party',
  parties: 'share.parties',
  riderFen: 'share.riderFen',
  merchantFen: 'share.merchantFen',
  teamFen: 'share.teamFen',
  insurerFen: 'share.insurerFen',
  platformFen: 'share.platformFen',
  insurerOwedFen: 'food_loss.insurer_owed_fen',
  // These columns determine the available actions.
  makerId: 'food_loss.maker_id',
  deciderId: 'food_loss.decider_id',
  advanced: 'food_loss.advanced',
} as const;
const conditionsOf = conditions(FOOD_LOSS, COLUMNS);

/** Builds the condition for cases that are past their due time in a state where staff must act. */
const isOverdue = (now: Date) =>
  sql<SqlBool>`(food_loss.state = any(${sql.val([...DUE_LOSS_STATES])}::text[]) and food_loss.due_at < ${now})`;

function filtered(db: Db, filter: LossFilter) {
  const borne = (party: LossParty) => sql<number | null>`max(s.borne_fen) filter (where s.party = ${sql.lit(party)})`;
  const joined = db
    .selectFrom('food_loss')
    .leftJoin('rider', 'rider.id', 'food_loss.rider_id')
    .leftJoin('merchant', 'merchant.id', 'food_loss.merchant_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('food_loss_share as s')
          .whereRef('s.loss_id', '=', 'food_loss.id')
          .whereRef('s.revision', '=', 'food_loss.revision')
          .select([
            sql<LossParty | null>`(array_agg(s.party order by s.share_bp desc, s.party))[1]`.as('party'),
            sql<string | null>`string_agg(s.party || ' ' || s.share_bp, ',' order by s.share_bp desc, s.party)
              filter (where s.share_bp > 0)`.as('parties'),
            borne('rider').as('riderFen'),
            borne('merchant').as('merchantFen'),
            borne('team').as('teamFen'),
            borne('insurer').as('insurerFen'),
            sql<number | null>`sum(s.borne_fen) filter (where s.party in ('platform', 'forceMajeure'))::bigint`.as(
              'platformFen',
            ),
          ])
          .as('share'),
      (join) => join.onTrue(),
    );
  const { createdAt: _days, ...rest } = filter as LossFilter & { createdAt?: undefined };
  let query = withConditions(
    joined,
    conditionsOf(rest, {
      keyword: (
        words,
      ) => sql<SqlBool>`(food_loss.no like ${beginning(words.toUpperCase())} or food_loss.order_no like ${beginning(words)}
        or rider.tel like ${phonePattern(words, filter.seesPhones)}
        or food_loss.user_id in (select u.id from app_user u where u.tel like ${phonePattern(words, filter.seesPhones)}))`,
      party: (parties) => sql<SqlBool>`exists (select from food_loss_share p where p.loss_id = food_loss.id
        and p.revision = food_loss.revision and p.share_bp > 0 and p.party = any(${sql.val([...parties])}::text[]))`,
      overdue: (value) => (value ? isOverdue(filter.now) : sql<SqlBool>`not ${isOverdue(filter.now)}`),
    }),
  );
  if (filter.userId !== undefined) query = query.where('food_loss.user_id', '=', filter.userId);
  if (filter.riderId !== undefined) query = query.where('food_loss.rider_id', '=', filter.riderId);
  const { days } = filter;
  if (days) {
    const open = filter.withOpen ? sql`or food_loss.state = any(${sql.val([...OPEN_LOSS_STATES])}::text[])` : sql``;
    query = query.where(
      sql<SqlBool>`((food_loss.created_at >= ${days.from} and food_loss.created_at < ${days.to}) ${open})`,
    );
  }
  return query;
}

export const lossRows = (db: Db, filter: LossFilter) => filtered(db, filter).select(selection(COLUMNS));
export type LossRecord = Awaited<ReturnType<ReturnType<typeof lossRows>['executeTakeFirstOrThrow']>>;
type Sort = 'createdAt' | 'dueAt' | 'orderNo' | 'lossFen' | 'closedAt';

export function lossPage(
  db: Db,
  filter: LossFilter,
  sort: { readonly field: Sort; readonly order: 'asc' | 'desc' },
  page: Page,
) {
  const rows = inOrder(lossRows(db, filter), COLUMNS, [sort.field, 'createdAt', 'id'], sort.order, [
    'dueAt',
    'closedAt',
  ]);
  return readPage(db, rows, page);
}

/** Finds one case in the form of the list. */
export const lossRecord = (db: Db, id: number, now: Date): Promise<LossRecord | undefined> =>
  lossRows(db, { seesPhones: false, now, days: null, withOpen: false })
    .where('food_loss.id', '=', id)
    .executeTakeFirst();

/** Computes the figures of all cases that match the filter. */
export function lossTotals(db: Db, filter: LossFilter) {
  const count = (which: RawBuilder<unknown>) => sql<number>`(count(*) filter (where ${which}))::int`;
  return filtered(db, filter)
    .select([
      count(sql`food_loss.state = 'submitted'`).as('submitted'),
      count(sql`food_loss.state = 'deciding'`).as('deciding'),
      count(sql`food_loss.state = 'appealing'`).as('appealing'),
      count(isOverdue(filter.now)).as('overdueCount'),
      count(sql`food_loss.state in ('compFailed', 'compensating')`).as('failed'),
      sql<number>`coalesce(sum(food_loss.paid_fen), 0)::bigint`.as('compFen'),
    ])
    .executeTakeFirstOrThrow();
}

/* ---- figures ---- */

interface Ranked {
  readonly id: number;
  readonly cases: number;
  readonly borneFen: number;
}

/**
 * Computes the figures of the cases that were reported in a range, such as the cost that each party bears.
 *
 * @param teamIds `null` includes all stations
 */
export async function lossFigures(db: Db, teamIds: readonly number[] | null, days: { from: Date; to: Date }) {
  const within = sql`l.created_at >= ${days.from} and l.created_at < ${days.to}
    and ${teamIds === null ? sql`true` : sql`l.team_id = any(${sql.val([...teamIds])}::bigint[])`}`;
  const shares = sql`food_loss l join food_loss_share s on s.loss_id = l.id and s.revision = l.revision`;
  const [sums, parties, reasons, riders, merchants] = await Promise.all([
    sql<{ cases: number; paidFen: number }>`
      select count(*)::int as cases, coalesce(sum(paid_fen), 0)::bigint as "paidFen" from food_loss l where ${within}`.execute(
      db,
    ),
    sql<{ party: LossParty; borneFen: number }>`
      select s.party, sum(s.borne_fen)::bigint as "borneFen" from ${shares}
      where ${within} and s.borne_fen > 0 group by 1 order by 2 desc, 1`.execute(db),
    sql<{ reason: LossRecord['reason']; cases: number }>`
      select l.reason, count(*)::int as cases from food_loss l where ${within} group by 1 order by 2 desc, 1`.execute(
      db,
    ),
    ...(['rider', 'merchant'] as const).map((party) =>
      sql<Ranked>`
        select s.party_id as id, count(*)::int as cases, coalesce(sum(s.borne_fen), 0)::bigint as "borneFen" from ${shares}
        where ${within} and s.party = ${party} and s.share_bp > 0 and s.party_id is not null
        group by 1 order by 2 desc, 3 desc, 1 limit 5`.execute(db),
    ),
  ]);
  return {
    cases: sums.rows[0]?.cases ?? 0,
    paidFen: sums.rows[0]?.paidFen ?? 0,
    byParty: parties.rows,
    byReason: reasons.rows,
    riders: riders?.rows ?? [],
    merchants: merchants?.rows ?? [],
  };
}

/**
 * Reads up to ten earlier cases of the same rider, merchant or user. The newest case is the first.
 *
 * @param teamIds stations in the reader's data scope; `null` means all
 */
export const pastLosses = (
  db: Db,
  of: { id: number; rider_id: number | null; merchant_id: number | null; user_id: number },
  teamIds: readonly number[] | null,
) =>
  db
    .selectFrom('food_loss')
    .select(['id', 'no', 'reason', 'state', 'paid_fen as paidFen', 'created_at as at'])
    .where('id', '<', of.id)
    .$if(teamIds !== null, (query) => query.where(idIn('team_id', teamIds ?? [])))
    .where((eb) =>
      eb.or([
        eb('user_id', '=', of.user_id),
        ...(of.rider_id === null ? [] : [eb('rider_id', '=', of.rider_id)]),
        ...(of.merchant_id === null ? [] : [eb('merchant_id', '=', of.merchant_id)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
