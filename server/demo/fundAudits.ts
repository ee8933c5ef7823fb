import { type Insertable, sql } from 'kysely';
import {
  type AuditKind,
  type AuditSource,
  type AuditStep,
  FUND_AUDIT,
  type FundAuditState,
  fundAuditCase,
} from '../../contract/fundAudit.states';
import { fixedClock } from '../core/clock';
import type { Database } from '../core/database/schema';
import { addDays, momentOf, wallTime } from '../core/money/days';
import { businessNo } from '../core/money/numbers';
import { keepFile } from '../modules/file';
import { collectOwing } from '../modules/fundAudit';
import {
  balancesOf,
  depositIn,
  type Entry,
  postAll,
  riderDeduct,
  riderDepositBack,
  riderReward,
} from '../modules/ledger';
import { WORKING_STATES } from '../modules/people';
import { insertRows } from './insert';
import { type Random, random } from './random';
import { DAY_MS, type Making, ZONE } from './world';

/**
 * Creates the demo's rider fund audit (DOMAIN §7): entries of the last weeks in every state. 70 % of them pay money to riders. Approved
 * entries are posted through the ledger on the day of their decision. The function of the product's job collects owed amounts.
 */

type Row = Insertable<Database['rider_fund_audit']>;
type Step = Insertable<Database['case_step']> & { readonly step: AuditStep };
interface Person {
  readonly id: number;
  readonly name: string;
}
interface Rider {
  readonly id: number;
  readonly teamId: number;
}
interface Plan {
  readonly row: Row;
  readonly at: Date;
  readonly decidedAt: Date | null;
  readonly checker: Person | null;
  /** The intended state. Without sufficient funds, the entry is rejected. */
  readonly wanted: FundAuditState;
}

/** Minute of the day when the decisions begin: 10:00. The decisions are distributed over the following 500 seconds. */
const DESK_AT = 600;
const REASONS: Readonly<Record<AuditKind, readonly string[]>> = {
  reward: ['月度单量前十奖励', '连续 30 天无投诉', '推荐新骑手入职', '午高峰满勤奖励'],
  subsidy: ['恶劣天气补贴', '高温补贴', '夜间配送补贴', '远距离订单补贴'],
  deduct: ['超时未送达，顾客投诉成立', '私自取消订单', '未按要求穿着工服'],
  compensate: ['餐品洒漏，按责任赔付', '配送箱损坏赔付'],
  depositRefund: ['归还电动车，退还押金'],
  correction: ['上月奖励金额录入有误', '重复扣款更正'],
};
const NOTES = ['凭证不清晰，请补充照片', '与规则不符', '金额与标准不一致'];
/** The longest reason (DOMAIN §7). The entry with the largest amount has it. */
const LONGEST_REASON =
  '骑手在暴雨红色预警期间主动留守站点，连续完成二十三单远距离配送，并协助站点转移受困商家的备货，经站长、区域运营和值班客服三方确认后给予一次性特别奖励';

/** Plans the entries. @returns a function that runs a day's decisions at 10:00, or `null` when the demo has no entries */
export async function planFundAudits(making: Making): Promise<((day: string) => Promise<void>) | null> {
  const { size, now } = making;
  if (size.fundAudits === 0) return null;
  const plans = await planned(making);
  const days = new Map<string, Plan[]>();
  for (const plan of plans) {
    if (plan.decidedAt === null) continue;
    const { day } = wallTime(plan.decidedAt, ZONE);
    days.set(day, [...(days.get(day) ?? []), plan]);
  }
  await payDeposits(making, plans);
  const evidence = JSON.stringify(await proof(making));
  for (const { row } of plans) if (row.direction === 'out') row.evidence = evidence;
  await write(
    making,
    plans.filter(({ decidedAt }) => decidedAt === null),
  );
  return async (day) => {
    const at = momentOf(day, DESK_AT, ZONE);
    if (at > now) return;
    await collectOwing({ db: making.db, ids: making.ids, clock: fixedClock(at.toISOString()) });
    await decide(making, days.get(day) ?? []);
  };
}

/** A PDF page whose text states that it is an example. */
const PROOF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 120]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
4 0 obj<</Length 52>>stream
BT /F 14 Tf 40 60 Td (Demo evidence, not a person) Tj ET
endstream endobj
trailer<</Root 1 0 R>>
%%EOF
`;

/** Stores an invented file as evidence. @returns the file's id */
export async function storeProof(
  to: Parameters<typeof keepFile>[0],
  { by, at, name = '示例凭证.pdf' }: { readonly by: number; readonly at: Date; readonly name?: string },
): Promise<number> {
  const content = { contentType: 'application/pdf', bytes: Buffer.from(PROOF), width: null, height: null };
  return (await keepFile(to, { ...content, scene: 'fundEvidence', name, createdBy: by, at })).id;
}

/** Stores one file as evidence for all deductions. Without a file store it returns no file. */
const proof = async (making: Making): Promise<number[]> =>
  making.files ? [await storeProof(making, { by: 0, at: making.now })] : [];

/** Finds the active and locked accounts that have the built-in identity `key`. */
export async function peopleWith(db: Making['db'], key: string): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select a.id, a.name from account a join account_identity ai on ai.account_id = a.id join identity i on i.id = ai.identity_id
    where i.builtin_key = ${key} and a.status in ('active', 'locked') order by a.id`.execute(db);
  return rows;
}

async function people({ db }: Making): Promise<{ makers: Person[]; checkers: Person[] }> {
  const holding = (key: string) => peopleWith(db, key);
  const checkers = await holding('financeReviewer');
  const isChecker = new Set(checkers.map(({ id }) => id));
  const payers = (await holding('financePayer')).filter(({ id }) => !isChecker.has(id));
  return { makers: [...payers, ...(await holding('stationAdmin'))], checkers };
}

const KINDS: readonly (readonly [kind: AuditKind, direction: 'in' | 'out', weight: number])[] = [
  ['reward', 'in', 47],
  ['subsidy', 'in', 19],
  ['correction', 'in', 2],
  ['depositRefund', 'in', 2],
  ['deduct', 'out', 21],
  ['compensate', 'out', 7],
  ['correction', 'out', 2],
];

/** States by weight. Few entries are open, because entries are decided within a week. */
const STATES: readonly (readonly [state: FundAuditState, weight: number])[] = [
  ['effective', 76],
  ['pending', 9],
  ['rejected', 7],
  ['withdrawn', 3],
  ['expired', 3],
  ['returned', 2],
];

async function planned(making: Making): Promise<Plan[]> {
  const { db, ids, now, today, size } = making;
  const chance = random('fundAudits');
  const { makers, checkers } = await people(making);
  if (makers.length === 0 || checkers.length === 0) return [];
  const riders: Rider[] = await db
    .selectFrom('rider')
    .innerJoin('team', 'team.id', 'rider.team_id')
    .where('rider.status', 'in', [...WORKING_STATES])
    .where('team.status', '=', 'operating')
    .select(['rider.id', 'rider.team_id as teamId'])
    .orderBy('rider.id')
    .execute();
  const firstDay = addDays(today, 2 - size.moneyDays);
  const weeks = (Date.parse(today) - Date.parse(firstDay)) / DAY_MS;
  // This list guarantees at least one entry in each state other than `effective`. The weights distribute the other entries.
  const sure: FundAuditState[] = [
    ...Array<'owing'>(size.owingRiders).fill('owing'),
    ...(['waived', 'pending', 'pending', 'returned', 'rejected', 'withdrawn', 'expired'] as const),
  ];
  const wanted = Array.from(
    { length: size.fundAudits },
    (_, index) => sure[index] ?? STATES[chance.weighted(STATES.map(([, weight]) => weight))]?.[0] ?? 'effective',
  );
  // 70 % of the entries pay money to riders (DOMAIN §7). The other 30 % are deductions: all debts and randomly chosen other entries.
  const debts = wanted.filter((state) => state === 'owing' || state === 'waived').length;
  const others = chance.shuffled(
    Array.from({ length: wanted.length - debts }, (_, index) => index < Math.round(wanted.length * 0.3) - debts),
  );
  const outs = wanted.map((state) => (state === 'owing' || state === 'waived' ? true : (others.pop() ?? false)));
  const drawn = wanted.map((state, index) => {
    const isDebt = state === 'owing' || state === 'waived';
    const direction = isDebt || outs[index] ? ('out' as const) : ('in' as const);
    const kinds = KINDS.filter(([kind, way]) => way === direction && !(isDebt && kind === 'correction'));
    const [kind] = kinds[chance.weighted(kinds.map(([, , weight]) => weight))] ?? (['deduct'] as const);
    const ago =
      state === 'pending'
        ? chance.next() * 5
        : state === 'expired'
          ? 9 + chance.next() * 20
          : 1 + chance.next() * (weeks - 2);
    // Debts are recent, because the job that collects owed amounts would already have collected an older debt.
    const at = new Date(now.getTime() - Math.round((isDebt ? 1.2 + chance.next() * 4 : ago) * DAY_MS));
    return { state, kind, direction, at, index };
  });
  drawn.sort((one, other) => one.at.getTime() - other.at.getTime());
  return drawn.map(({ state, kind, direction, at, index }): Plan => {
    const rider = chance.pick(riders);
    const maker = chance.pick(makers);
    const isDecided = !['pending', 'withdrawn', 'expired'].includes(state);
    const checker = isDecided ? chance.pick(checkers) : null;
    const { day } = wallTime(at, ZONE);
    const id = ids.next();
    const isDebt = state === 'owing' || state === 'waived';
    const isDearest = index === size.owingRiders + 2;
    const row: Row = {
      id,
      created_at: at,
      expire_at: new Date(at.getTime() + FUND_AUDIT.expireDays.initial * DAY_MS),
      no: businessNo('FA', day, id),
      rider_id: rider.id,
      team_id: rider.teamId,
      kind: isDearest ? 'reward' : kind,
      direction: isDearest ? 'in' : direction,
      amount_fen: isDearest
        ? FUND_AUDIT.singleMaxFen.initial
        : amountOf(chance, isDebt ? 'debt' : kind) + (state === 'waived' ? 100_000 : 0),
      funded_by: kind === 'depositRefund' && !isDearest ? 'deposit' : chance.chance(0.45) ? 'platform' : 'team',
      ...sourceOf(chance, isDearest ? 'reward' : kind, day),
      appeal_of_id: null,
      reason: isDearest ? LONGEST_REASON : chance.pick(REASONS[kind]),
      evidence: '[]',
      allow_instalment: isDebt,
      maker_id: maker.id,
      maker_name: maker.name,
      state: 'pending',
      checker_id: null,
      checker_name: null,
      decided_at: null,
      note: null,
      collected_fen: 0,
      version: 1,
      tx_nos: '[]',
    };
    const decidedAt = checker === null ? null : deskAfter(at, index, now);
    return {
      row,
      at,
      decidedAt,
      checker: decidedAt === null ? null : checker,
      wanted: decidedAt === null && isDecided ? 'pending' : state,
    };
  });
}

/** Computes the time of an entry's decision: at most 500 seconds after the next 10:00. @returns `null` when this time is in the future */
function deskAfter(at: Date, index: number, now: Date): Date | null {
  const { day, minutes } = wallTime(at, ZONE);
  const desk = momentOf(minutes < DESK_AT ? day : addDays(day, 1), DESK_AT, ZONE);
  const decidedAt = new Date(desk.getTime() + (index % 500) * 1_000);
  return decidedAt < now ? decidedAt : null;
}

function amountOf(chance: Random, kind: AuditKind | 'debt'): number {
  const yuan = {
    debt: () => chance.int(260, 480),
    reward: () => chance.int(5, 60) * 5,
    subsidy: () => chance.int(4, 30),
    deduct: () => chance.int(2, 10),
    compensate: () => chance.int(4, 15),
    depositRefund: () => 200,
    correction: () => chance.int(1, 8),
  }[kind];
  return yuan() * 100;
}

function sourceOf(chance: Random, kind: AuditKind, day: string) {
  const digits = `${day.replaceAll('-', '')}${String(chance.int(0, 99_999_999)).padStart(8, '0')}`;
  const source: AuditSource =
    kind === 'compensate'
      ? 'foodLoss'
      : (kind === 'reward' || kind === 'subsidy') && chance.chance(0.35)
        ? 'rule'
        : 'manual';
  const sourceNo = source === 'foodLoss' ? `FL${digits}` : null;
  return {
    source,
    source_no: sourceNo,
    related_no: kind === 'deduct' && chance.chance(0.6) ? `DEMO${digits}` : sourceNo,
  };
}

/** Posts paid-in deposits: the deposits that entries pay back later, and deposits of some other riders. */
async function payDeposits({ db, ids, now, today, size }: Making, plans: readonly Plan[]): Promise<void> {
  const channel = await db.selectFrom('merchant_number').select('id').orderBy('id').limit(1).executeTakeFirst();
  if (!channel) return;
  const day = addDays(today, 1 - size.moneyDays);
  const at = momentOf(day, 2, ZONE);
  const names = new Map(
    (await db.selectFrom('rider').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
  );
  const entries = plans
    .filter(({ row }, index) => row.funded_by === 'deposit' || index % 20 === 0)
    .map(({ row }) =>
      depositIn(
        { bizNo: `DEMO-${row.no}`, teamId: row.team_id, at, day },
        { subject: 'rider', id: row.rider_id },
        20_000,
        channel.id,
        { counterName: names.get(row.rider_id) ?? '' },
      ),
    );
  await postAll({ db, ids, clock: fixedClock(now.toISOString()), isHistory: true }, entries);
}

/** Decides the entries of a day and posts the entries with sufficient funds. */
async function decide(making: Making, plans: readonly Plan[]): Promise<void> {
  const { db, ids } = making;
  const codes = ['RIDER_AVAILABLE', 'TEAM_AVAILABLE'] as const;
  const owners = plans.flatMap(({ row }) => [row.rider_id, row.team_id]);
  const balances = await balancesOf(db, codes, owners);
  const there = (key: string) => balances.get(key) ?? 0;
  const move = (key: string, fen: number) => balances.set(key, there(key) + fen);
  const entries: { readonly plan: Plan; readonly entry: Entry; readonly fen: number }[] = [];
  const ready = plans.map((plan): Plan => {
    const { row, checker, decidedAt, wanted } = plan;
    const rider = `RIDER_AVAILABLE:${row.rider_id}`;
    const team = `TEAM_AVAILABLE:${row.team_id}`;
    if (wanted === 'rejected' || wanted === 'returned' || !checker || !decidedAt) return plan;
    const on = {
      bizNo: row.no,
      teamId: row.team_id,
      at: decidedAt,
      day: wallTime(decidedAt, ZONE).day,
      remark: row.reason,
      operatorId: checker.id,
    };
    // The page would refuse an entry without sufficient funds. The generator stores the entry as rejected.
    const refused: Plan = { ...plan, wanted: 'rejected' };
    const payer = row.funded_by === 'platform' ? 'platform' : 'team';
    if (row.direction === 'in') {
      if (row.funded_by === 'team' && there(team) < row.amount_fen) return refused;
      const fromDeposit = row.funded_by === 'deposit';
      const entry = fromDeposit
        ? riderDepositBack(on, row.rider_id, row.amount_fen)
        : riderReward(on, row.rider_id, row.amount_fen, payer);
      entries.push({ plan, entry, fen: row.amount_fen });
      if (row.funded_by === 'team') move(team, -row.amount_fen);
      // We do not add this amount to the balance: later entries can use it only after the posting.
      return plan;
    }
    const fen = row.allow_instalment ? Math.min(row.amount_fen, there(rider)) : row.amount_fen;
    if (fen > there(rider)) return refused;
    if (fen > 0) entries.push({ plan, entry: riderDeduct(on, row.rider_id, fen, payer), fen });
    move(rider, -fen);
    return plan;
  });
  const posted = await postAll(
    { db, ids, clock: fixedClock(making.now.toISOString()) },
    entries.map(({ entry }) => entry),
  );
  const money = new Map(entries.map(({ plan, fen }, at) => [plan.row.id, { fen, txNo: posted[at]?.txNo ?? '' }]));
  await write(making, ready, money);
}

/** Writes entries in their current state, each with its steps. */
async function write(
  { db, ids }: Making,
  plans: readonly Plan[],
  money: ReadonlyMap<number, { readonly fen: number; readonly txNo: string }> = new Map(),
): Promise<void> {
  const steps: Step[] = [];
  const rows = plans.map(({ row, at, decidedAt, checker, wanted }): Row => {
    const add = (step: Step['step'], when: Date, who: Person | null, more: Partial<Step> = {}) =>
      steps.push({
        id: ids.next(),
        case_type: fundAuditCase.key,
        case_id: row.id,
        rider_id: null,
        at: when,
        step,
        by_id: who?.id ?? 0,
        by_name: who?.name ?? '',
        note: null,
        amount_fen: null,
        income_day: null,
        tx_no: null,
        ...more,
      });
    const maker = { id: row.maker_id, name: row.maker_name };
    add('submit', at, maker, { note: row.reason });
    if (wanted === 'withdrawn') add('withdraw', new Date(at.getTime() + 3_600_000), maker);
    if (wanted === 'expired') add('expire', row.expire_at as Date, null);
    if (!checker || !decidedAt) return { ...row, state: wanted, version: wanted === 'pending' ? 1 : 2 };
    const decided = { checker_id: checker.id, checker_name: checker.name, decided_at: decidedAt, version: 2 };
    if (wanted === 'rejected' || wanted === 'returned') {
      const note = NOTES[row.id % NOTES.length] ?? null;
      add(wanted === 'rejected' ? 'reject' : 'return', decidedAt, checker, { note });
      return { ...row, ...decided, state: wanted, note };
    }
    const taken = money.get(row.id);
    const isOwed = row.allow_instalment && (taken?.fen ?? 0) < row.amount_fen;
    add('approve', decidedAt, checker);
    if (taken) add('post', decidedAt, null, { amount_fen: taken.fen, tx_no: taken.txNo });
    if (isOwed) add('owe', decidedAt, null, { amount_fen: row.amount_fen - (taken?.fen ?? 0) });
    const isWaived = isOwed && wanted === 'waived';
    const note = isWaived ? '骑手因病离岗，余款不再追讨' : null;
    if (isWaived) {
      add('waive', new Date(decidedAt.getTime() + 60_000), checker, {
        note,
        amount_fen: row.amount_fen - (taken?.fen ?? 0),
      });
    }
    return {
      ...row,
      ...decided,
      note,
      state: isWaived ? 'waived' : isOwed ? 'owing' : 'effective',
      collected_fen: row.direction === 'out' ? (taken?.fen ?? 0) : 0,
      tx_nos: JSON.stringify(taken ? [taken.txNo] : []),
    };
  });
  await insertRows(db, 'rider_fund_audit', rows);
  await insertRows(db, 'case_step', steps);
}
