import { type Kysely, type SqlBool, sql } from 'kysely';
import { isIdCard } from '../../../contract/id-card';
import { type AutoSuspend, RIDER, riderCase } from '../../../contract/riderWork.states';
import { RULE } from '../../../contract/rule-ids';
import { type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { messageText } from '../../core/texts';
import { decidableByRule, defineCase, readRecord } from '../case';
import { owedByRider } from '../fundAudit';
import { balancesOf } from '../ledger';
import { notify } from '../notice';
import { ageOn, idCardPlace } from '../people';
import { failuresOf, riderGate } from '../riderGate';
import { endIdentityReview } from '../riderIdentity';
import { presentOf, readSetting } from '../site';
import { assertTeamInScope, scopesOfTeam, teamNames } from '../team';
import { keptReason, reasonText } from './rules';
import { changeRider, lockRider, RIDER_TABLE, type RiderRow, runningOrders } from './store';

/** The workflow of riders: effects, permissions and texts of each step (DOMAIN §3.8). */

const WORDS = {
  admit: text(
    '{name} 已通过实名审核',
    'Identity of {name} approved',
    'Identidade de {name} aprovada',
    '{name} 已通過實名審核',
  ),
  refuse: text(
    '{name} 的申请已拒绝',
    'Application of {name} refused',
    'Candidatura de {name} recusada',
    '{name} 的申請已拒絕',
  ),
  activate: text('{name} 已转正', 'Probation of {name} ended', 'Experiência de {name} encerrada', '{name} 已轉正'),
  suspend: text('{name} 已停用', '{name} suspended', '{name} suspenso', '{name} 已停用'),
  resume: text(
    '{name} 已恢复接单',
    '{name} may take orders again',
    '{name} volta a receber pedidos',
    '{name} 已恢復接單',
  ),
  transfer: text('{name} 已转站', '{name} transferred', '{name} transferido', '{name} 已轉站'),
  offboard: text('{name} 已离职', '{name} off-boarded', '{name} desligado', '{name} 已離職'),
  rejoin: text('{name} 已重新申请', '{name} applied again', '{name} candidatou-se de novo', '{name} 已重新申請'),
  exam: text(
    '培训考试不低于 80 分',
    'An exam score of at least 80',
    'Nota mínima de 80 na prova',
    '培訓考試不低於 80 分',
  ),
  certificate: text('有效的健康证', 'A valid certificate', 'Um atestado válido', '有效的健康證'),
  balance: text('余额不为零', 'Balance is not zero', 'O saldo não é zero', '餘額不為零'),
  owing: text('有待扣款', 'Deductions are open', 'Há descontos em aberto', '有待扣款'),
  phone: WORD.phone,
  suspendedTitle: text(
    '骑手被系统停用：{name}',
    'Rider suspended: {name}',
    'Entregador suspenso: {name}',
    '騎手被系統停用：{name}',
  ),
  suspendedText: text(
    '{no} {name}：{reason}',
    '{no} {name}: {reason}',
    '{no} {name}: {reason}',
    '{no} {name}：{reason}',
  ),
} as const;
const REVIEW = RULE['safety.rider.review'];

export const linkTo = (id: number): string => `/safetyModule/riderManage?open=${id}`;

/** Checks the identity card number and the age. @throws Refusal 42292 (invalid card number), 42293 (too young) */
async function assertIdentity(ctx: ActorContext, row: RiderRow): Promise<void> {
  if (!isIdCard(ctx.ports.secrets.open(row.id_card, idCardPlace(row.id)))) throw refuse(42292);
  const { riderMinAge } = await readSetting(ctx.db, 'business');
  const { day } = await presentOf(ctx);
  if (ageOn(row.birth, day) < riderMinAge) throw refuse(42293, { n: riderMinAge });
}

/** Checks that the rider passed the exam and has the required certificate. @throws Refusal 42226 with what is missing */
async function assertTrained(ctx: ActorContext, row: RiderRow): Promise<void> {
  const verdict = (await riderGate(ctx, [row.id])).verdictOf(row.id);
  const lacksCertificate = verdict?.checks.some(({ key, result }) => key === 'certificate' && result === 'failed');
  const missing: Text[] = [
    ...(row.train_score < RIDER.examScore ? [WORDS.exam] : []),
    ...(lacksCertificate ? [WORDS.certificate] : []),
  ];
  if (missing.length > 0) throw refuse(42226, { missing });
}

/**
 * Checks that the rider may work, for example the certificate, identity and face check. Skips the state, which is about to change, and
 * fatigue, which ends automatically.
 *
 * @throws Refusal 40401 (unknown rider), 42299 (failed checks)
 */
async function assertInOrder(ctx: ActorContext, row: RiderRow): Promise<void> {
  const verdict = (await riderGate(ctx, [row.id])).verdictOf(row.id);
  if (!verdict) throw refuse(40401);
  const checks = verdict.checks.filter(({ key }) => key !== 'state' && key !== 'fatigue');
  const reason = failuresOf({ ...verdict, checks });
  if (reason.length > 0) throw refuse(42299, { reason });
}

/** Checks that the rider has no running orders. @throws Refusal 42295 (running orders) */
export async function assertNoRunningOrders(ctx: ActorContext, row: RiderRow): Promise<void> {
  if ((await runningOrders(ctx.db, row.id)) > 0) throw refuse(42295);
}

/** Checks that the rider's available, frozen and held balances are 0 and nothing is owed. @throws Refusal 42300 (lists what is left) */
async function assertCleared(ctx: ActorContext, row: RiderRow): Promise<void> {
  const codes = ['RIDER_AVAILABLE', 'RIDER_FROZEN', 'RIDER_HELD'] as const;
  const balances = await balancesOf(ctx.db, codes, [row.id]);
  const owed = await owedByRider(ctx.db, [row.id]);
  const reason = [
    ...(codes.some((code) => (balances.get(`${code}:${row.id}`) ?? 0) !== 0) ? [WORDS.balance] : []),
    ...((owed.get(row.id) ?? 0) > 0 ? [WORDS.owing] : []),
  ];
  if (reason.length > 0) throw refuse(42300, { reason });
}

/**
 * Checks that no other rider has the same phone or rider number. Offboarded riders do not count.
 *
 * @throws Refusal 40903 (phone or rider number taken)
 */
async function assertFree(ctx: ActorContext, row: RiderRow): Promise<void> {
  const other = ctx.db.selectFrom('rider').select('id').where('id', '<>', row.id).where('status', '<>', 'offboarded');
  if (await other.where('tel', '=', row.tel).executeTakeFirst()) throw refuse(40903, { field: WORDS.phone });
  if (await other.where('rider_no', '=', row.rider_no).executeTakeFirst())
    throw refuse(40903, { field: messageText('rider.riderNo') });
}

const touched = (ctx: ActorContext, set: Partial<RiderRow> = {}) => ({
  set: { updated_at: ctx.clock.now(), ...set },
});

export const riders = defineCase({
  type: riderCase,
  table: RIDER_TABLE,
  record: (row: RiderRow) =>
    readRecord({
      ...row,
      no: row.rider_no,
      state: row.status,
      // A rider's own application has no account as its maker.
      maker_name: row.maker_name || row.name,
    }),
  object: (ctx, row) => assertTeamInScope(ctx, row.team_id),
  effects: {
    admit: async (ctx, { row }) => {
      await assertIdentity(ctx, row);
      const now = ctx.clock.now();
      return {
        ...touched(ctx, { real_name_state: 'passed', joined_at: now, left_at: null, status_reason: null }),
        params: { name: row.name },
      };
    },
    refuse: async (ctx, { row, note }) => ({
      ...touched(ctx, { real_name_state: 'failed', status_reason: note }),
      params: { name: row.name },
    }),
    activate: async (ctx, { row }) => {
      await assertTrained(ctx, row);
      return { ...touched(ctx), params: { name: row.name } };
    },
    suspend: async (ctx, { row, note }) => ({
      ...touched(ctx, { status_reason: note, suspended_from: 'active' }),
      params: { name: row.name },
    }),
    resume: async (ctx, { row }) => {
      await assertInOrder(ctx, row);
      // A rider who was suspended during probation returns to probation, because `active` still requires exam and certificate.
      const to = row.suspended_from ?? 'active';
      return { ...touched(ctx, { status_reason: null, suspended_from: null }), to, params: { name: row.name } };
    },
    offboard: async (ctx, { row, note }) => {
      await assertNoRunningOrders(ctx, row);
      await assertCleared(ctx, row);
      await endIdentityReview(ctx, row.id);
      const set = { status_reason: note, left_at: ctx.clock.now(), heartbeat_at: null };
      return { ...touched(ctx, set), params: { name: row.name } };
    },
    rejoin: async (ctx, { row }) => {
      await assertFree(ctx, row);
      // `left_at` stays until the rider is admitted, because a rider who is refused again still gets the deposit.
      const set = { real_name_state: 'reviewing', face_state: 'none', joined_at: null } as const;
      return { ...touched(ctx, { ...set, status_reason: null }), params: { name: row.name } };
    },
  },
  done: {
    admit: WORDS.admit,
    refuse: WORDS.refuse,
    activate: WORDS.activate,
    suspend: WORDS.suspend,
    resume: WORDS.resume,
    transfer: WORDS.transfer,
    offboard: WORDS.offboard,
    rejoin: WORDS.rejoin,
  },
  recorded: ({ row }, state, { before, after }) => ({
    before: { state: row.status, ...before },
    after: { state, name: row.name, teamId: row.team_id, ...after },
  }),
  // The inbox contains only applicants, and riders with a decision by staff or by the system.
  decidable: (db, actor) => {
    const ofStations = decidableByRule(db, actor, { table: RIDER_TABLE, rule: REVIEW });
    return sql<SqlBool>`((rider.status = 'applying' or rider.decided_at is not null) and ${ofStations})`;
  },
  faces: async (ctx, rows) => {
    const names = await teamNames(
      ctx.db,
      rows.map(({ team_id: id }) => id),
    );
    return rows.map((row) => ({
      title: `${ctx.t(riderCase.title)} · ${row.name}`,
      object: names.get(row.team_id) ?? '',
      link: linkTo(row.id),
    }));
  },
  detail: {
    admit: async (ctx, row) => {
      if (!ctx.can(RULE['safety.rider'])) throw refuse(40401);
      const team = await scopesOfTeam(ctx.db, row.team_id);
      if (!team?.seenBy(ctx.actor.scopeOf(RULE['safety.rider']))) throw refuse(40302);
    },
    extras: (ctx, row) => {
      const fact = (key: 'name' | 'riderType' | 'statusReason', value: string, link: string | null = null) => ({
        key,
        label: ctx.t(messageText(`rider.${key}`)),
        value,
        link,
      });
      const why = reasonText(row.status_reason);
      return {
        facts: [
          fact('name', row.name, linkTo(row.id)),
          fact('riderType', ctx.t(messageText(`rider.riderType_${row.rider_type}`))),
          fact('statusReason', typeof why === 'string' ? why : ctx.t(why)),
        ],
      };
    },
  },
});

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Suspends a rider who is active or on probation, and notifies the station.
 *
 * @param tools in a transaction that has locked the rider
 * @returns `false` if the rider is in another state
 */
export async function suspendBySystem(tools: Tools, row: RiderRow, why: AutoSuspend): Promise<boolean> {
  if (row.status !== 'active' && row.status !== 'probation') return false;
  const now = tools.clock.now();
  const kept = keptReason(why);
  await changeRider(tools.db, row, {
    ...{ status: 'suspended', status_reason: kept, note: kept, suspended_from: row.status },
    ...{ checker_id: 0, checker_name: '', decided_at: now, updated_at: now },
  });
  // The recorded author of the step is the system, even if a user's call caused it.
  const { db, clock, ids } = tools;
  await riders.addStep({ db, clock, ids }, row.id, 'autoSuspend', { note: kept });
  await notify(tools, {
    event: 'riderSuspended',
    teamId: row.team_id,
    title: WORDS.suspendedTitle,
    content: WORDS.suspendedText,
    params: { name: row.name, no: row.rider_no, reason: reasonText(kept) },
    link: linkTo(row.id),
  });
  return true;
}

/**
 * Suspends a rider who was involved in a major incident.
 *
 * @param tools in a transaction
 * @returns `false` if the rider does not exist or is neither active nor on probation
 */
export async function suspendAfterIncident(tools: Tools, riderId: number): Promise<boolean> {
  const row = await lockRider(tools.db, riderId);
  return row !== undefined && (await suspendBySystem(tools, row, 'incident'));
}
