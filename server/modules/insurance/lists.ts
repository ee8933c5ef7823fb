import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import type { insureEndpoints } from '../../../contract/insure';
import { CLAIM_LIST, POLICY_LIST } from '../../../contract/insure.fields';
import { claimCase, limitOf, missingMaterials } from '../../../contract/insureClaim.states';
import { policyCase } from '../../../contract/insurePolicy.states';
import { RULE } from '../../../contract/rule-ids';
import { maskIdCard } from '../../core/access/id-card';
import { maskTel } from '../../core/access/mask';
import { beginning, containing } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';
import { type ListDays, listDays } from '../../core/money/period';
import { viewerOf } from '../case';
import { idCardPlace } from '../people';
import { presentOf } from '../site';
import { assertTeamInScope, scopedTeamIds, teamNames } from '../team';
import { claimActions, isOpenClaim, materialNames } from './claims';
import { policyActions } from './kind';
import { sumOf } from './products';
import { countRiders } from './summary';

/** Lists of policies and claims. */

type Db = Kysely<Database>;
type In<A extends keyof typeof insureEndpoints> = ParsedOf<(typeof insureEndpoints)[A]>;
type PolicyAnswer = DataOf<(typeof insureEndpoints)['safety.Insure/getPolicies']>['list'][number];
type ClaimAnswer = DataOf<(typeof insureEndpoints)['safety.Insure/getClaims']>['list'][number];
export type PolicyInput = Partial<In<'safety.Insure/getPolicies'>>;
export type ClaimInput = Partial<In<'safety.Insure/getClaims'>>;

const POLICY_COLUMNS = {
  id: 'insure_policy.id',
  version: 'insure_policy.version',
  createdAt: 'insure_policy.created_at',
  no: 'insure_policy.no',
  riderId: 'insure_policy.rider_id',
  riderName: 'rider.name',
  riderNo: 'rider.rider_no',
  tel: 'rider.tel',
  state: 'insure_policy.state',
  kind: 'insure_product.kind',
  coverDate: 'insure_policy.cover_date',
  teamId: 'insure_policy.team_id',
  priceFen: 'insure_policy.price_fen',
  premiumFen: 'insure_policy.premium_fen',
  payer: 'insure_policy.payer',
  coverFrom: 'insure_policy.cover_from',
  coverTo: 'insure_policy.cover_to',
  insurerNo: 'insure_policy.insurer_no',
  productName: 'insure_product.name',
  insurerName: 'insurer.name',
  sums: 'insure_policy.sums',
  orders: 'insure_policy.orders',
  firstOrderNo: 'insure_policy.first_order_no',
  error: 'insure_policy.error',
  txNo: 'insure_policy.tx_no',
  surrenderAt: 'insure_policy.surrender_at',
  remitId: 'insure_policy.remit_id',
  makerId: 'insure_policy.maker_id',
} as const;
const policyConditions = conditions(POLICY_LIST, POLICY_COLUMNS);
type PolicyFilter = Omit<ListFilter<typeof POLICY_LIST>, 'coverDate'> & { readonly days: ListDays | null };

function policiesFiltered(db: Db, { days, ...filter }: PolicyFilter) {
  const found = policyConditions(filter, {
    keyword: (words) => sql<SqlBool>`(insure_policy.no like ${beginning(words.toUpperCase())}
      or insure_policy.insurer_no like ${beginning(words)} or rider.name ilike ${containing(words)}
      or rider.rider_no like ${beginning(words.toUpperCase())})`,
  });
  const dated = days
    ? [sql<SqlBool>`insure_policy.cover_date between ${days.fromDay}::date and ${days.toDay}::date`]
    : [];
  const joined = db
    .selectFrom('insure_policy')
    .innerJoin('insure_product', 'insure_product.id', 'insure_policy.product_id')
    .innerJoin('insurer', 'insurer.id', 'insure_policy.insurer_id')
    .innerJoin('rider', 'rider.id', 'insure_policy.rider_id');
  return withConditions(joined, [...found, ...dated]);
}
export const policyRows = (db: Db, filter: PolicyFilter) =>
  policiesFiltered(db, filter).select(selection(POLICY_COLUMNS));

/**
 * Builds the filter. A search by keyword, or for only failed or only pending policies, covers all days unless days are given.
 *
 * @throws Refusal 40006 (invalid range of days), 40302 (a station outside the data scope)
 */
export async function policyFilter(ctx: ActorContext, input: PolicyInput) {
  const { at, timeZone } = await presentOf(ctx);
  const { coverDateFrom: from, coverDateTo: to, ...rest } = input;
  const isOpen = rest.state?.length === 1 && (rest.state[0] === 'failed' || rest.state[0] === 'pending');
  const isAnytime = from === undefined && to === undefined && (rest.keyword !== undefined || isOpen);
  const days = isAnytime ? null : listDays({ from, to }, at, timeZone);
  const teamIds = await scopedTeamIds(ctx, input.teamIds);
  return { filter: { ...rest, teamIds, days }, days, teamIds };
}

/** Returns the posted premium. If none was posted yet, it returns the price. */
const premiumOfRow = ({ premiumFen, priceFen }: { readonly premiumFen: number; readonly priceFen: number }) =>
  premiumFen || priceFen;

export function policyList(ctx: ActorContext, input: In<'safety.Insure/getPolicies'>) {
  return paged(ctx, input, async (page) => {
    const { filter, teamIds } = await policyFilter(ctx, input);
    const sort = input.sortField ?? 'createdAt';
    const query = inOrder(
      policyRows(ctx.db, filter),
      POLICY_COLUMNS,
      [sort, 'createdAt', 'id'],
      input.sortOrder ?? 'desc',
    );
    const { list, total } = await readPage(ctx.db, query, page);
    const names = await teamNames(
      ctx.db,
      list.map(({ teamId }) => teamId),
    );
    const cards = await idCards(
      ctx,
      list.map(({ riderId }) => riderId),
    );
    const now = ctx.clock.now();
    const viewer = viewerOf(ctx);
    const rows = list.map(({ sums, priceFen, surrenderAt, remitId, makerId, ...record }): PolicyAnswer => {
      const facts = { state: record.state, expireAt: null, makerId, makerIsOwner: false, amountFen: null };
      const cover = { state: record.state, cover_from: record.coverFrom, cover_to: record.coverTo };
      const row = { ...cover, surrender_at: surrenderAt, remit_id: remitId };
      return {
        id: record.id,
        version: record.version,
        riderId: record.riderId,
        ...answerRow(ctx, POLICY_LIST, record, {
          teamName: names.get(record.teamId) ?? '',
          tel: maskTel(record.tel),
          idCard: cards.get(record.riderId) ?? '',
          premiumFen: premiumOfRow({ premiumFen: record.premiumFen, priceFen }),
          sumFen: sumOf(sums),
        }),
        actions: policyActions(ctx, row, policyCase.actionsFor(facts, viewer, now)),
      } as PolicyAnswer;
    });
    return { list: rows, total, summary: await policySums(ctx, filter, teamIds) };
  });
}

/** Reads the masked ID card numbers of riders by rider id. */
async function idCards(ctx: ActorContext, riderIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; idCard: Buffer }>`
    select id, id_card as "idCard" from rider where id = any(${sql.val([...new Set(riderIds)])}::bigint[])`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, idCard }) => [id, maskIdCard(ctx.ports.secrets.open(idCard, idCardPlace(id)))]));
}

async function policySums(ctx: ActorContext, filter: PolicyFilter, teamIds: readonly number[] | null) {
  const premium = (payer: string) =>
    sql<number>`coalesce(sum(case when insure_policy.payer = ${payer} then insure_policy.borne_fen
      when ${payer} = 'platform' then insure_policy.premium_fen - insure_policy.borne_fen else 0 end)
      filter (where insure_policy.refund_tx_no is null), 0)::bigint`;
  const sums = await policiesFiltered(ctx.db, filter)
    .select([
      sql<number>`(count(*) filter (where insure_policy.state = 'failed'))::int`.as('failed'),
      sql<number>`coalesce(sum(insure_policy.premium_fen) filter (where insure_policy.refund_tx_no is null), 0)::bigint`.as(
        'premiumFen',
      ),
      premium('platform').as('platformFen'),
      premium('team').as('teamFen'),
      premium('rider').as('riderFen'),
    ])
    .executeTakeFirstOrThrow();
  const now = ctx.clock.now();
  return {
    ...sums,
    ...(await countRiders(ctx.db, now, teamIds)),
  };
}

/* ---- claims ---- */

const CLAIM_COLUMNS = {
  id: 'insure_claim.id',
  version: 'insure_claim.version',
  createdAt: 'insure_claim.created_at',
  no: 'insure_claim.no',
  riderName: 'rider.name',
  riderNo: 'rider.rider_no',
  state: 'insure_claim.state',
  kind: 'insure_claim.kind',
  happenedAt: 'insure_claim.happened_at',
  place: 'insure_claim.place',
  teamId: 'insure_claim.team_id',
  claimedFen: 'insure_claim.claimed_fen',
  paidFen: 'insure_claim.paid_fen',
  insurerCaseNo: 'insure_claim.insurer_case_no',
  handlerName: 'insure_claim.checker_name',
  policyNo: 'insure_policy.no',
  orderNo: 'insure_claim.order_no',
  files: 'insure_claim.files',
  disputes: 'insure_claim.disputes',
  sums: 'insure_policy.sums',
  makerId: 'insure_claim.maker_id',
} as const;
const claimConditions = conditions(CLAIM_LIST, CLAIM_COLUMNS);
type ClaimFilter = ListFilter<typeof CLAIM_LIST>;

function claimsFiltered(db: Db, filter: ClaimFilter) {
  const found = claimConditions(filter, {
    keyword: (words) => sql<SqlBool>`(insure_claim.no like ${beginning(words.toUpperCase())}
      or insure_claim.insurer_case_no like ${beginning(words)} or rider.name ilike ${containing(words)}
      or rider.rider_no like ${beginning(words.toUpperCase())})`,
  });
  const joined = db
    .selectFrom('insure_claim')
    .innerJoin('insure_policy', 'insure_policy.id', 'insure_claim.policy_id')
    .innerJoin('rider', 'rider.id', 'insure_claim.rider_id');
  return withConditions(joined, found);
}
export const claimRows = (db: Db, filter: ClaimFilter) => claimsFiltered(db, filter).select(selection(CLAIM_COLUMNS));

/**
 * Builds the filter with the caller's data scope. Without days it covers all days.
 *
 * @throws Refusal 40006 (invalid range of days), 40302 (a station outside the data scope)
 */
export async function claimFilter(ctx: ActorContext, input: ClaimInput) {
  const { at, timeZone } = await presentOf(ctx);
  const { createdAtFrom: from, createdAtTo: to, ...rest } = input;
  const days = from === undefined && to === undefined ? null : listDays({ from, to }, at, timeZone);
  const teamIds = await scopedTeamIds(ctx, input.teamIds);
  return { filter: { ...rest, teamIds, ...(days && { createdAt: days }) }, days };
}

type ClaimRecord = Awaited<ReturnType<ReturnType<typeof claimRows>['executeTakeFirstOrThrow']>>;

async function claimAnswers(ctx: ActorContext, list: readonly ClaimRecord[]): Promise<ClaimAnswer[]> {
  const names = await teamNames(
    ctx.db,
    list.map(({ teamId }) => teamId),
  );
  const viewer = viewerOf(ctx);
  const now = ctx.clock.now();
  return list.map(({ files, sums, disputes, makerId, ...record }): ClaimAnswer => {
    const facts = { state: record.state, expireAt: null, makerId, makerIsOwner: false, amountFen: null };
    return {
      id: record.id,
      version: record.version,
      ...answerRow(ctx, CLAIM_LIST, record, {
        teamName: names.get(record.teamId) ?? '',
        missingText: ctx.t(materialNames(missingMaterials(record.kind, files))),
      }),
      limitFen: limitOf(record.kind, sums),
      actions: claimActions(claimCase.actionsFor(facts, viewer, now), disputes),
    } as ClaimAnswer;
  });
}

/** Reads a claim. @throws Refusal 40302 (outside the data scope), 40401 (unknown id) */
export async function claimDetail(ctx: ActorContext, { id }: In<'safety.Insure/getClaim'>): Promise<ClaimAnswer> {
  const record = await claimRows(ctx.db, {}).where('insure_claim.id', '=', id).executeTakeFirst();
  if (!record) throw refuse(40401);
  await assertTeamInScope(ctx, record.teamId);
  const [answer] = await claimAnswers(ctx, [record]);
  if (!answer) throw refuse(40401);
  return answer;
}

export function claimList(ctx: ActorContext, input: In<'safety.Insure/getClaims'>) {
  return paged(ctx, input, async (page) => {
    const { filter } = await claimFilter(ctx, input);
    const sort = input.sortField ?? 'createdAt';
    const query = inOrder(
      claimRows(ctx.db, filter),
      CLAIM_COLUMNS,
      [sort, 'createdAt', 'id'],
      input.sortOrder ?? 'desc',
    );
    const { list, total } = await readPage(ctx.db, query, page);
    const rows = await claimAnswers(ctx, list);
    const summary = await claimsFiltered(ctx.db, filter)
      .select([
        sql<number>`(count(*) filter (where ${isOpenClaim}))::int`.as('open'),
        sql<number>`coalesce(sum(insure_claim.claimed_fen), 0)::bigint`.as('claimedFen'),
        sql<number>`coalesce(sum(insure_claim.paid_fen) filter (where insure_claim.paid_at is not null), 0)::bigint`.as(
          'paidFen',
        ),
      ])
      .executeTakeFirstOrThrow();
    return { list: rows, total, summary };
  });
}

/** Counts open claims in the caller's data scope. @param teamIds limits the count to these stations */
export async function countOpenClaims(ctx: ActorContext, teamIds: readonly number[] | null): Promise<number> {
  const actor = { ...ctx.actor, scope: ctx.actor.scopeOf(RULE['safety.insure']) };
  const { filter } = await claimFilter({ ...ctx, actor }, teamIds ? { teamIds: [...teamIds] } : {});
  const { n } = await claimsFiltered(ctx.db, filter)
    .where(isOpenClaim)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
