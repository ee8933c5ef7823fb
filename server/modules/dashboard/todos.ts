import type { dashboardEndpoints } from '../../../contract/dashboard';
import type { DataOf } from '../../../contract/endpoint';
import type { MiniPlatform } from '../../../contract/miniCode.states';
import type { ActorContext } from '../../core/http/context';
import { inboxWaiting } from '../announcement';
import { waitingForCaller } from '../approval';
import { endingSoon } from '../configCenter';
import { countOwedCharges, feeRules } from '../cost';
import { countManualEnquiries } from '../enquiry';
import { countReadyExports } from '../exportTask';
import { lossWorkload } from '../foodLoss';
import { franchiseWorkload } from '../franchise';
import { entries } from '../fundAudit';
import { countOpenClaims } from '../insurance';
import { openEscrow } from '../ledger';
import { countRejected } from '../miniCode';
import { ordersInNeed, type TeamFilter } from '../order';
import { teamsWithRiders } from '../people';
import { countWork } from '../recon';
import { riderWorkload } from '../riderWork';
import { inspectionWorkload } from '../siteSafety';
import { disputedStatements } from '../statement';
import { scopedTeamIds } from '../team';
import { adjusts, fundSums } from '../teamFund';
import { openTransfers } from '../transfer';
import { openWithdrawals } from '../withdraw';
import { hasColleagues, isNamed } from './firstSteps';
import { teamsOf } from './frame';
import { hasStations, operatingTeams, teamsWaiting } from './store';
import { CONFIG_TODOS, TODOS, type TodoCode } from './texts';

/** The caller's to-dos (DOMAIN §3.2 "To-do"). If the link of a to-do opens a list, the count equals the number of rows in that list. */

type Todo = DataOf<(typeof dashboardEndpoints)['dashboard.Index/getTodo']>['list'][number];

interface Asked {
  readonly ctx: ActorContext;
  readonly now: Date;
  /** The selected stations, or all stations in the caller's data scope. `null` means every station. */
  readonly teams: TeamFilter;
  /** The selected stations. `null` means that the user selected no station. */
  readonly chosen: readonly number[] | null;
}
type Counts = Partial<Record<TodoCode, number>>;

/** Sources of the counts. A source runs only if the caller may see one of its to-dos. To add a to-do, add it here and to `TODOS`. */
const SOURCES: readonly { readonly codes: readonly TodoCode[]; readonly count: (asked: Asked) => Promise<Counts> }[] = [
  { codes: ['ordersLate', 'ordersUnassigned', 'teamsWithoutRider'], count: orders },
  { codes: ['teamsOverdue', 'teamsFrozen', 'teamsReady', 'teamsWaiting', 'teamDrafts'], count: stations },
  { codes: ['fundAdjusts', 'fundAudits', 'feeRulesWaiting', 'approvals'], count: documents },
  { codes: ['fundsNegative', 'depositsLow', 'holdsExpired'], count: funds },
  { codes: ['escrowOpen'], count: escrow },
  { codes: ['feesOwed'], count: async ({ ctx, chosen }) => ({ feesOwed: await countOwedCharges(ctx, chosen) }) },
  {
    codes: ['withdrawalsUnknown', 'withdrawalsFailed', 'withdrawalsToPay', 'withdrawalsToReview'],
    count: withdrawals,
  },
  { codes: ['reconFailed', 'reconDifferences'], count: recon },
  { codes: ['transfersToBook'], count: transfersOf },
  {
    codes: ['statementsDisputed'],
    count: async ({ ctx, chosen }) => ({ statementsDisputed: await disputedStatements(ctx, chosen) }),
  },
  {
    codes: ['enquiriesManual'],
    count: async ({ ctx, chosen }) => ({ enquiriesManual: await countManualEnquiries(ctx, chosen) }),
  },
  {
    codes: ['certificatesExpiring', 'ridersToReview', 'ridersUninsured'],
    count: async ({ ctx, chosen }) => {
      const { expiring, toReview, uninsured } = await riderWorkload(ctx, chosen);
      return { certificatesExpiring: expiring, ridersToReview: toReview, ridersUninsured: uninsured };
    },
  },
  { codes: ['claimsOpen'], count: async ({ ctx, chosen }) => ({ claimsOpen: await countOpenClaims(ctx, chosen) }) },
  {
    codes: ['siteInspectionsOverdue', 'siteRectifyOverdue', 'siteRechecks'],
    count: async ({ ctx, chosen }) => {
      const { overdue, overdueRectify, rechecking } = await inspectionWorkload(ctx, chosen);
      return { siteInspectionsOverdue: overdue, siteRectifyOverdue: overdueRectify, siteRechecks: rechecking };
    },
  },
  {
    codes: ['franchiseOverdue', 'franchiseNew'],
    count: async ({ ctx }) => {
      const { overdue, submitted } = await franchiseWorkload(ctx);
      return { franchiseOverdue: overdue, franchiseNew: submitted };
    },
  },
  {
    codes: ['lossesOverdue', 'lossesUnpaid', 'lossesToAccept', 'lossesToDecide'],
    count: async ({ ctx, chosen }) => {
      const { overdueCount, failed, submitted, deciding } = await lossWorkload(ctx, chosen);
      return {
        lossesOverdue: overdueCount,
        lossesUnpaid: failed,
        lossesToAccept: submitted,
        lossesToDecide: deciding,
      };
    },
  },
  {
    codes: ['exportsReady'],
    count: async ({ ctx, now }) => ({ exportsReady: await countReadyExports(ctx.db, ctx.actor.accountId, now) }),
  },
  {
    codes: ['announcementsUrgent', 'announcementsToConfirm'],
    count: async ({ ctx }) => {
      const { toConfirm, urgentUnread } = await inboxWaiting(ctx);
      return { announcementsToConfirm: toConfirm, announcementsUrgent: urgentUnread };
    },
  },
  { codes: ['miniRejectedWx', 'miniRejectedAli', 'miniRejectedDy'], count: rejectedVersions },
  { codes: ['firstName', 'firstStation', 'firstStaff'], count: firstSteps },
  { codes: Object.keys(CONFIG_TODOS) as (keyof typeof CONFIG_TODOS)[], count: endings },
];

const LEVELS = ['bad', 'attention', 'info'] as const;

/** Lists the to-dos; the most urgent is the first. A to-do requires the permission for the work and the permission for its page. */
export async function todoList(ctx: ActorContext, teamIds: readonly number[] | undefined): Promise<Todo[]> {
  const chosen = teamIds?.length ? teamIds : null;
  const asked: Asked = { ctx, now: ctx.clock.now(), teams: await teamsOf(ctx, teamIds), chosen };
  const isOpen = (code: TodoCode) => ctx.can(TODOS[code].rule) && ctx.can(TODOS[code].page);
  const list: Todo[] = [];
  for (const { codes, count } of SOURCES) {
    const open = codes.filter(isOpen);
    if (open.length === 0) continue;
    const counts = await count(asked);
    for (const code of open) {
      const n = counts[code] ?? 0;
      if (n > 0) list.push(todoOf(ctx, code, n, chosen));
    }
  }
  return list.sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
}

function todoOf(ctx: ActorContext, code: TodoCode, count: number, chosen: readonly number[] | null): Todo {
  const { text, one, link, level, ...todo } = TODOS[code];
  const sentence = count === 1 ? { ...text, ...one } : text;
  const narrowed = 'byStation' in todo && chosen ? `${link}&teamIds=${chosen.join(',')}` : link;
  return { code, text: ctx.t(sentence, { n: count }), count, link: narrowed, level };
}

async function orders({ ctx: { db }, teams, now }: Asked): Promise<Counts> {
  const { late, unassigned } = await ordersInNeed(db, teams, now);
  const operating = await operatingTeams(db, teams);
  const staffed = await teamsWithRiders(db, now);
  const teamsWithoutRider = operating.filter((id) => !staffed.has(id)).length;
  return { ordersLate: late, ordersUnassigned: unassigned, teamsWithoutRider };
}

async function stations({ ctx: { db, actor }, teams, chosen, now }: Asked): Promise<Counts> {
  // A caller who sees all stations also sees their own drafts without a region. A filter by station excludes those drafts.
  const waiting = await teamsWaiting(db, { ...actor, scope: actor.scopeOf(11) }, chosen ? teams : null, now);
  return {
    teamsOverdue: waiting.overdue,
    teamsFrozen: waiting.frozen,
    teamsReady: waiting.ready,
    teamsWaiting: waiting.waiting,
    teamDrafts: waiting.drafts,
  };
}

/**
 * Counts documents of the approvals inbox. The list of adjustments cannot be filtered by station, so their count always covers all stations
 * in the data scope.
 */
async function documents({ ctx, chosen }: Asked): Promise<Counts> {
  const everywhere = await waitingForCaller(ctx);
  const here = chosen ? await waitingForCaller(ctx, chosen) : everywhere;
  return {
    fundAdjusts: everywhere.get(adjusts.type.key) ?? 0,
    fundAudits: here.get(entries.type.key) ?? 0,
    // Fee rules belong to no station, so a filter by station excludes them.
    feeRulesWaiting: chosen ? 0 : (everywhere.get(feeRules.type.key) ?? 0),
    approvals: [...here.values()].reduce((sum, n) => sum + n, 0),
  };
}

async function funds({ ctx: { db, actor }, chosen }: Asked): Promise<Counts> {
  const { summary } = await fundSums(db, actor.scopeOf(33), chosen ? { teamIds: chosen } : {});
  return { fundsNegative: summary.negative, depositsLow: summary.belowWarning, holdsExpired: summary.holdsExpired };
}

async function escrow({ ctx: { db, actor }, now, chosen }: Asked): Promise<Counts> {
  const teams = await scopedTeamIds({ db, actor: { ...actor, scope: actor.scopeOf(31) } }, chosen ?? undefined);
  return { escrowOpen: (await openEscrow(db, now, teams)).length };
}

async function withdrawals({ ctx, chosen }: Asked): Promise<Counts> {
  const counts = await openWithdrawals(ctx, chosen);
  return {
    withdrawalsUnknown: counts.get('unknown') ?? 0,
    withdrawalsFailed: counts.get('payFailed') ?? 0,
    withdrawalsToPay: counts.get('approved') ?? 0,
    withdrawalsToReview: counts.get('pendingReview') ?? 0,
  };
}

/**
 * Counts failed statements and open differences of the reconciliation. Merchant numbers belong to the whole platform, so the counts require
 * the data scope of all stations.
 */
async function recon({ ctx: { db, actor } }: Asked): Promise<Counts> {
  if (actor.scopeOf(3806).kind !== 'all') return {};
  const { open, failed } = await countWork(db);
  return { reconFailed: failed, reconDifferences: open };
}

async function transfersOf({ ctx: { db, actor } }: Asked): Promise<Counts> {
  return actor.scopeOf(3809).kind === 'all' ? { transfersToBook: await openTransfers(db) } : {};
}

/** Counts the certificates and tokens that have expired or expire soon, by the page on which users replace them. */
async function endings({ ctx: { db }, now }: Asked): Promise<Counts> {
  const found = await endingSoon(db, now);
  const on = (page: number) => found.filter((ending) => ending.page === page).length;
  return Object.fromEntries(Object.entries(CONFIG_TODOS).map(([code, page]) => [code, on(page)]));
}

async function rejectedVersions({ ctx: { db } }: Asked): Promise<Counts> {
  const rejected = await countRejected(db);
  const of = (platform: MiniPlatform) => rejected.get(platform) ?? 0;
  return { miniRejectedWx: of('wx'), miniRejectedAli: of('ali'), miniRejectedDy: of('dy') };
}

/**
 * Returns 1 for each first step that is still open, and 0 for each step that is done. Returns no counts if the platform has a station, even
 * a draft.
 */
async function firstSteps({ ctx: { db } }: Asked): Promise<Counts> {
  if (await hasStations(db)) return {};
  const named = await isNamed(db);
  return { firstName: named ? 0 : 1, firstStation: 1, firstStaff: (await hasColleagues(db)) ? 0 : 1 };
}
