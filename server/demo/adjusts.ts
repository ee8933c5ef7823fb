import { type AdjustCategory, FUND } from '../../contract/teamFund.states';
import { fixedClock } from '../core/clock';
import { addDays, momentOf } from '../core/money/days';
import { approvalJobs } from '../modules/approval';
import { balancesOf } from '../modules/ledger';
import { teamFundHandlers } from '../modules/teamFund';
import { act, type Stage } from './acting';
import { peopleWith, storeProof } from './fundAudits';
import { type Random, random } from './random';
import { daysAgo, type Making, ZONE } from './world';

/**
 * Creates what finance staff enter by hand for the money of stations: adjustments that one person submits and another decides, held amounts
 * and a frozen account. The page's own handlers run each action on its day.
 */

type Decision = 'approve' | 'reject' | 'cancel' | 'expire' | 'wait';

interface Plan {
  readonly teamId: number;
  readonly direction: 'in' | 'out';
  readonly category: AdjustCategory;
  readonly amountFen: number;
  readonly reason: string;
  readonly decision: Decision;
  /** The minute of the day when the adjustment is submitted. A decision by staff follows the next day. */
  readonly minute: number;
}

/** The minute of the day when adjustments are decided. It is later than the decisions about riders (10:00). */
const DECIDED_AT = 612;
/** Results of twenty adjustments that are no longer pending. The generator repeats this list. */
const DECISIONS: readonly Decision[] = [
  ...Array<Decision>(14).fill('approve'),
  ...(['reject', 'reject', 'reject', 'cancel', 'cancel', 'expire'] as const),
];
/** The number of days before today when finance held amounts and froze an account. */
const RESTRAINED_DAYS = 3;
type Kind = readonly [AdjustCategory, 'in' | 'out', readonly string[]];
const KINDS: readonly [Kind, ...Kind[]] = [
  ['subsidy', 'in', ['新站点开业补贴', '暴雨天气运力补贴', '节假日保障补贴', '商圈活动推广补贴']],
  ['correction', 'in', ['上周技术服务费多扣，予以退回', '重复登记的扣款更正', '优惠分摊比例录入有误，予以补回']],
  ['penalty', 'out', ['连续三日准时率低于考核标准', '未按要求完成消毒记录', '私自变更营业时间']],
  ['fee', 'out', ['骑手装备采购费用分摊', '保温箱更换费用', '站点培训物料费用']],
  ['correction', 'out', ['活动补贴重复发放，予以扣回']],
  ['other', 'in', ['城市合伙人推荐奖励']],
];
const WEIGHTS = [34, 18, 22, 14, 6, 6];
const REJECTIONS = ['金额与附件不一致，请核对后重新提交', '缺少区域经理确认', '同一事项已于上周处理'];
/** An amount in fen above the limit for reviewers. Only the owner may approve an adjustment of this amount. */
const FOR_OWNER_FEN = FUND.ownerAboveFen + 1_000_000;

/** Plans the adjustments. @returns a function that runs the actions of a day, or `null` when there are no adjustments or no staff */
export async function planAdjusts(making: Making): Promise<((day: string) => Promise<void>) | null> {
  const { db, ids, now, today, size, files, secrets } = making;
  if (size.adjusts === 0) return null;
  const stage = { db, ids, ports: { secrets, ...(files && { files }) } };
  const [maker] = await peopleWith(db, 'financePayer');
  const [checker] = await peopleWith(db, 'financeReviewer');
  if (!maker || !checker) return null;
  const teams = await db
    .selectFrom('team')
    .where('team.status', '=', 'operating')
    .where('team.opened_at', '<', daysAgo(now, size.moneyDays))
    .select('team.id')
    .orderBy('team.id')
    .execute();
  const teamIds = teams.map(({ id }) => id);
  const days = planned(making, teamIds);
  const checkerAt = (at: Date) => ({ who: checker.id, at });
  let open: { id: number; plan: Plan }[] = [];

  const decide = async ({ id, plan }: (typeof open)[number], at: Date) => {
    if (plan.decision === 'cancel') {
      await act(stage, teamFundHandlers, 'finance.TeamFund/cancelAdjust', { who: maker.id, at, input: { id } });
    } else if (plan.decision === 'reject') {
      const input = { id, version: 1, reason: REJECTIONS[id % REJECTIONS.length] ?? '' };
      await act(stage, teamFundHandlers, 'finance.TeamFund/rejectAdjust', { ...checkerAt(at), input });
    } else if (plan.decision === 'approve') {
      const input = { id, version: 1 };
      await act(stage, teamFundHandlers, 'finance.TeamFund/approveAdjust', { ...checkerAt(at), input });
    }
  };

  const submit = async (plan: Plan, at: Date) => {
    const { teamId, direction, category, reason } = plan;
    const balances = await balancesOf(db, ['TEAM_AVAILABLE'], [teamId]);
    const balance = balances.get(`TEAM_AVAILABLE:${teamId}`) ?? 0;
    // We debit at most half of the balance, because other debits may be posted before the decision.
    const most = direction === 'out' ? Math.floor(balance / 20_000) * 10_000 : plan.amountFen;
    const amountFen = Math.min(plan.amountFen, most);
    if (amountFen <= 0) return;
    const evidence = files && amountFen >= FUND.evidenceFromFen ? [await proofOf(making, maker.id, at)] : [];
    const input = { teamId, account: 'available' as const, direction, amountFen, category, reason, evidence };
    const { id } = await act(stage, teamFundHandlers, 'finance.TeamFund/submitAdjust', { who: maker.id, at, input });
    open.push({ id, plan });
  };

  return async (day) => {
    const at = momentOf(day, DECIDED_AT, ZONE);
    if (at > now) return;
    for (const [index, one] of open.entries()) await decide(one, new Date(at.getTime() + index * 95_000));
    open = [];
    for (const job of approvalJobs) await job.run(db, fixedClock(at.toISOString()), ids);
    // The caller has posted the day's order events only until 10:00. Submissions are later than 10:00, but they move no money.
    for (const plan of days.get(day) ?? []) {
      const when = momentOf(day, plan.minute, ZONE);
      if (when < now) await submit(plan, when);
    }
    if (day === addDays(today, -RESTRAINED_DAYS)) await restrain(stage, checker.id, teamIds, at);
  };
}

/** Plans adjustments. Decided adjustments are in the past weeks, and pending adjustments are in the last days. */
function planned({ today, size }: Making, teamIds: readonly number[]): Map<string, Plan[]> {
  const chance = random('adjusts');
  const days = new Map<string, Plan[]>();
  const add = (ago: number, plan: Plan) => {
    const day = addDays(today, -ago);
    days.set(day, [...(days.get(day) ?? []), plan]);
  };
  const waiting = 4;
  // The oldest adjustment is at least 15 days after the first day with money, because a station must first earn what it pays.
  const oldest = size.moneyDays - 15;
  for (let index = 0; index < size.adjusts - waiting; index += 1) {
    const decision = DECISIONS[index % DECISIONS.length] ?? 'approve';
    const ago = decision === 'expire' ? 12 + chance.int(0, 40) : 2 + Math.floor((index / size.adjusts) * (oldest - 2));
    add(ago, draw(chance, teamIds, decision));
  }
  for (const ago of [1, 1, 3]) add(ago, draw(chance, teamIds, 'wait'));
  add(2, {
    ...draw(chance, teamIds, 'wait'),
    ...{
      category: 'subsidy',
      direction: 'in',
      amountFen: FOR_OWNER_FEN,
      reason: '季度城市拓展补贴（需平台主账号审核）',
    },
  });
  return days;
}

function draw(chance: Random, teamIds: readonly number[], decision: Decision): Plan {
  const [category, direction, reasons] = KINDS[chance.weighted(WEIGHTS)] ?? KINDS[0];
  const yuan = { subsidy: [200, 3_000], correction: [20, 400], penalty: [50, 500], fee: [80, 900], other: [100, 600] };
  const [least = 0, most = 0] = yuan[category];
  return {
    teamId: chance.pick(teamIds),
    direction,
    category,
    amountFen: chance.int(least / 10, most / 10) * 1_000,
    reason: chance.pick(reasons),
    decision,
    minute: chance.int(13 * 60, 18 * 60),
  };
}

/** Stores the evidence file of one adjustment. Each adjustment has its own file, because only the user who uploaded a file may use it. */
const proofOf = (making: Making, by: number, at: Date): Promise<number> => storeProof(making, { by, at });

/** Holds an amount of each of two stations and freezes the account of a third station. */
async function restrain(stage: Stage, who: number, teamIds: readonly number[], at: Date): Promise<void> {
  const [first = 0, second = 0, third = 0] = [3, 11, 17].map((index) => teamIds[index % teamIds.length] ?? 0);
  const versionOf = async (teamId: number) => {
    const call = { who, at, input: { teamId } };
    return (await act(stage, teamFundHandlers, 'finance.TeamFund/getDetail', call)).version;
  };
  for (const [teamId, reason] of [
    [first, '顾客集中投诉核实期间暂扣'],
    [second, '补贴核查未结束，暂扣对应金额'],
  ] as const) {
    const balances = await balancesOf(stage.db, ['TEAM_AVAILABLE'], [teamId]);
    const amountFen = Math.floor((balances.get(`TEAM_AVAILABLE:${teamId}`) ?? 0) / 50_000) * 10_000;
    if (amountFen <= 0) continue;
    const input = { teamId, version: await versionOf(teamId), reason, amountFen, expireDays: FUND.holdDays.initial };
    await act(stage, teamFundHandlers, 'finance.TeamFund/hold', { who, at, input });
  }
  const input = { teamId: third, version: await versionOf(third), reason: '收款主体变更，资料审核期间冻结' };
  await act(stage, teamFundHandlers, 'finance.TeamFund/freeze', { who, at, input });
}
