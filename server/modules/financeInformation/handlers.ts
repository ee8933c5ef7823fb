import { financeInformationEndpoints } from '../../../contract/financeInformation';
import { DAY_STATES } from '../../../contract/ledger';
import { text } from '../../../contract/text';
import { assertWhole } from '../../core/access/whole-scope';
import { handlers } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { pageOf } from '../../core/list/paged';
import { addDays } from '../../core/money/days';
import { settlementOfTransaction, transactionAnswer } from '../bill';
import {
  channelBalances,
  closeDay,
  closedUntil,
  findTransactionById,
  flowsBetween,
  reopenDay,
  trialBalance,
} from '../ledger';
import { merchantNumbers } from '../reference';
import { assertTeamInScope, scopedTeamIds } from '../team';
import { dayId, dayRows } from './days';
import { frameOf, rangeOf } from './frame';
import { groupedAnswer } from './groups';
import { currentInvoice, saveInvoice } from './invoice';
import { movements } from './movements';
import { balanceFigures, flowFigures, sidesOf } from './rules';
import { trialAnswer } from './trial';

/** Number of days in the chart of money in and out. */
const CHART_DAYS = 30;
const WORDS = {
  closed: text('{day} 已关账', '{day} was closed', '{day} foi fechado', '{day} 已關帳'),
  reopened: text('{day} 已重新开账', '{day} was reopened', '{day} foi reaberto', '{day} 已重新開帳'),
} as const;

/** Bill management (账单管理, DOMAIN §3.5, §6.6). */
export const financeInformationHandlers = handlers(financeInformationEndpoints, {
  'finance.Information/getSummary': async (ctx, input) => {
    const { fromDay, toDay, today, now } = await rangeOf(ctx, input);
    const teams = await scopedTeamIds(ctx, input.teamIds);
    const chartFrom = addDays(today, 1 - CHART_DAYS);
    const [flows, trial, daily, balances, numbers] = await Promise.all([
      flowsBetween(ctx.db, { from: fromDay, to: toDay, teams }, 'all'),
      trialBalance(ctx.db, today, teams ?? 0),
      flowsBetween(ctx.db, { from: chartFrom, to: today, teams }, 'day'),
      channelBalances(ctx.db, teams),
      merchantNumbers(ctx.db),
    ]);
    const { assetsFen, liabilitiesFen } = sidesOf(trial);
    const days = Array.from({ length: CHART_DAYS }, (_, n) => addDays(chartFrom, n));
    const channel = daily.filter(({ code }) => code === 'CHANNEL');
    return {
      flows: flowFigures(flows),
      balances: balanceFigures(trial),
      channels: numbers.map(({ id, mchNo, name }) => ({ id, mchNo, name, balanceFen: balances.get(id) ?? 0 })),
      differenceFen: assetsFen - liabilitiesFen,
      daily: days.map((day) => {
        const rows = channel.filter(({ key }) => key === day);
        return {
          day,
          inFen: rows.reduce((sum, { debitFen }) => sum + debitFen, 0),
          outFen: rows.reduce((sum, { creditFen }) => sum + creditFen, 0),
        };
      }),
      fromDay,
      toDay,
      today,
      asOf: now.toISOString(),
    };
  },

  'finance.Information/getByTeam': async (ctx, input) => {
    const { offset } = pageOf(input);
    const { fromDay, toDay, now } = await rangeOf(ctx, input);
    const teams = await scopedTeamIds(ctx, input.teamIds);
    const answer = await groupedAnswer(ctx, input, { fromDay, toDay, teams });
    return {
      list: answer.rows.slice(offset, offset + input.limit),
      total: answer.rows.length,
      totalCapped: false,
      page: input.page,
      limit: input.limit,
      summary: { ...answer.summary, fromDay, toDay },
      asOf: now.toISOString(),
    };
  },

  'finance.Information/getMovements': movements,

  'finance.Information/getTransaction': async (ctx, { id }) => {
    const found = await findTransactionById(ctx.db, id);
    if (!found) throw refuse(40401);
    const { record, billId, billNo } = found;
    if (record.teamId === 0) assertWhole(ctx);
    const team = record.teamId === 0 ? null : await assertTeamInScope(ctx, record.teamId);
    const [transaction, settlement] = await Promise.all([
      transactionAnswer(ctx, record),
      settlementOfTransaction(ctx, record),
    ]);
    return { id, transaction, teamName: team?.name ?? '', billId, billNo, settlement };
  },

  'finance.Information/getTrialBalance': (ctx, input) => trialAnswer(ctx, input),

  'finance.Information/getDays': async (ctx, input) => {
    const { offset } = pageOf(input);
    const { rows, fromDay, toDay, closedUntil: until, now } = await dayRows(ctx, input);
    if (input.sortOrder === 'asc') rows.reverse();
    return {
      list: rows.slice(offset, offset + input.limit),
      total: rows.length,
      totalCapped: false,
      page: input.page,
      limit: input.limit,
      summary: { fromDay, toDay, closedUntil: until },
      asOf: now.toISOString(),
    };
  },

  'finance.Information/getInvoice': (ctx) => currentInvoice(ctx),
  'finance.Information/saveInvoice': (ctx, input) => saveInvoice(ctx, input),

  'finance.Information/closeDay': async (ctx, { day }) => {
    ctx.audit({ objectNo: day, after: { state: 'closed' } });
    assertWhole(ctx);
    const { timeZone } = await frameOf(ctx);
    await closeDay({ db: ctx.db, ids: ctx.ids, clock: ctx.clock }, day, timeZone, ctx.actor.accountId);
    return {
      id: dayId(day),
      no: day,
      state: 'closed',
      stateText: ctx.t(DAY_STATES.closed),
      version: 1,
      message: ctx.t(WORDS.closed, { day }),
    };
  },

  'finance.Information/reopenDay': async (ctx, { day, reason }) => {
    const until = await closedUntil(ctx.db);
    // The second person sees these fields before the approval.
    const change = { objectNo: day, before: { state: 'closed' }, after: { state: 'open', until, reason } };
    ctx.audit({ ...change, reason });
    if (ctx.actor.accountType !== 'owner') throw refuse(40304);
    assertWhole(ctx);
    if (until === null || day > until) throw refuse(42201, { state: DAY_STATES.open });
    await ctx.secondPerson({
      state: { day, until },
      teamId: null,
      change,
    });
    await reopenDay({ db: ctx.db, ids: ctx.ids, clock: ctx.clock }, day, { byId: ctx.actor.accountId, reason });
    return {
      id: dayId(day),
      no: day,
      state: 'open',
      stateText: ctx.t(DAY_STATES.open),
      version: 1,
      message: ctx.t(WORDS.reopened, { day }),
    };
  },
});
