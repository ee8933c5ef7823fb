import { foodLossEndpoints } from '../../../contract/foodLoss';
import { foodLossCase, LOSS_PARTY_TEXT, LOSS_REASON_TEXT, OPEN_LOSS_STATES } from '../../../contract/foodLoss.states';
import { forEachRecord } from '../../core/http/bulk';
import { type ActorContext, handlers } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { paged } from '../../core/list/paged';
import { wallTime } from '../../core/money/days';
import { listDays } from '../../core/money/period';
import { staffMember } from '../account';
import { notify } from '../notice';
import { isOrder, orderSnapshot, periodFigures } from '../order';
import { peopleNames } from '../people';
import { presentOf } from '../site';
import { assertTeamInScope, scopedTeamIds, teamNames } from '../team';
import { answerOf, detailOf, lossOf } from './answers';
import { addEvidence, uploadVideo } from './evidence';
import { filterOf } from './filter';
import { foodLossIntakeHandlers } from './intake';
import { linkTo, losses } from './kind';
import { lossFigures, lossPage, lossTotals } from './list-store';
import { ringOf } from './reasons';
import { createReport } from './report';
import { appeal, askEvidence, collectInsurer, decide, decideAppeal, mostFen, recordRefund, retryPay } from './steps';
import { changeLoss, findLoss, lockLoss } from './store';
import { suggestLiability } from './suggest';
import { WORDS } from './words';

const MINUTE_MS = 60_000;

const pageHandlers = handlers(foodLossEndpoints, {
  'foodLoss.Report/getList': (ctx, input) =>
    paged(ctx, input, async (page) => {
      const { filter, days } = await filterOf(ctx, input);
      const sort = { field: input.sortField ?? ('createdAt' as const), order: input.sortOrder ?? ('desc' as const) };
      const { list, total } = await lossPage(ctx.db, filter, sort, page);
      const names = await teamNames(
        ctx.db,
        list.map(({ teamId }) => teamId),
      );
      const summary = await lossTotals(ctx.db, filter);
      return {
        list: list.map((record) => answerOf(ctx, record, names.get(record.teamId) ?? '')),
        total,
        summary: { ...summary, fromDay: days?.fromDay ?? null, toDay: days?.toDay ?? null },
      };
    }),
  'foodLoss.Report/getDetail': (ctx, { id }) => detailOf(ctx, id),
  'foodLoss.Report/getSuggestion': suggest,
  'foodLoss.Report/getFigures': figures,
  'foodLoss.Report/create': (ctx, input) => createReport(ctx, input),
  'foodLoss.Report/accept': (ctx, input) => losses.run(ctx, 'accept', input),
  'foodLoss.Report/assign': assign,
  'foodLoss.Report/remind': remind,
  'foodLoss.Report/askEvidence': (ctx, input) => askEvidence(ctx, input),
  'foodLoss.Report/addEvidence': (ctx, input) => addEvidence(ctx, input),
  'foodLoss.Report/uploadVideo': uploadVideo,
  'foodLoss.Report/decide': (ctx, input) => decide(ctx, input),
  'foodLoss.Report/payNow': (ctx, input) => losses.run(ctx, 'payNow', input),
  'foodLoss.Report/appeal': (ctx, input) => appeal(ctx, input),
  'foodLoss.Report/decideAppeal': (ctx, input) => decideAppeal(ctx, input),
  'foodLoss.Report/recordRefund': (ctx, input) => recordRefund(ctx, input),
  'foodLoss.Report/refundFailed': (ctx, input) => losses.run(ctx, 'refundFailed', input),
  'foodLoss.Report/retryPay': (ctx, input) => retryPay(ctx, input),
  'foodLoss.Report/collect': (ctx, input) => collectInsurer(ctx, input),
  'foodLoss.Report/close': (ctx, input) => losses.run(ctx, 'close', input),
  'foodLoss.Report/reject': (ctx, input) => losses.run(ctx, 'reject', input),
  'foodLoss.Report/cancel': (ctx, input) => losses.run(ctx, 'cancel', input),
});

export const foodLossHandlers = { ...pageHandlers, ...foodLossIntakeHandlers };

async function suggest(ctx: ActorContext, { id }: { readonly id: number }) {
  const row = await lossOf(ctx, id);
  const order = await orderSnapshot(ctx.db, row.team_id, row.order_no);
  const times = await ctx.db
    .selectFrom('customer_order')
    .select(['accepted_at', 'promised_at', 'delivered_at', 'paid_at'])
    .where(isOrder(row.team_id, row.order_no))
    .executeTakeFirst();
  const minutes = (from: Date | undefined, to: Date | null | undefined) =>
    from && to ? Math.floor((to.getTime() - from.getTime()) / MINUTE_MS) : null;
  const found = suggestLiability({
    reason: row.reason,
    hasRider: row.rider_id !== null,
    hasMerchant: row.merchant_id !== null,
    acceptMin: minutes(times?.paid_at, times?.accepted_at),
    lateMin: minutes(times?.promised_at, times?.delivered_at),
  });
  const most = await mostFen(ctx, row);
  return {
    liabilities: found.shares.map(({ party, shareBp }) => ({
      party,
      partyText: ctx.t(LOSS_PARTY_TEXT[party]),
      shareBp,
    })),
    compFen: Math.min(most, row.claim_fen, order?.paidFen ?? row.claim_fen),
    maxCompFen: most,
    payTo: found.payTo,
    why: found.why.map((sentence) => ctx.t(sentence)),
  };
}

async function figures(ctx: ActorContext, input: { readonly teamIds?: number[] | undefined }) {
  const teamIds = await scopedTeamIds(ctx, input.teamIds);
  const { at, timeZone } = await presentOf(ctx);
  const today = wallTime(at, timeZone).day;
  const days = listDays({ from: `${today.slice(0, 7)}-01`, to: today }, at, timeZone);
  const found = await lossFigures(ctx.db, teamIds, days);
  const orders = await periodFigures(ctx.db, teamIds, { fromDay: days.fromDay, to: days.to }, { asOf: at, timeZone });
  const names = await peopleNames(ctx.db, {
    rider: found.riders.map(({ id }) => id),
    merchant: found.merchants.map(({ id }) => id),
  });
  const ranked = (kind: 'rider' | 'merchant', rows: typeof found.riders) =>
    rows.map(({ id, cases, borneFen }) => ({
      key: String(id),
      name: names.get(`${kind} ${id}`) ?? '',
      cases,
      borneFen,
    }));
  return {
    fromDay: days.fromDay,
    toDay: days.toDay,
    cases: found.cases,
    per1000X100: orders.delivered === 0 ? null : Math.round((found.cases * 100_000) / orders.delivered),
    paidFen: found.paidFen,
    byParty: found.byParty.map(({ party, borneFen }) => ({ party, text: ctx.t(LOSS_PARTY_TEXT[party]), borneFen })),
    byReason: ringOf(found.byReason).map(({ reason, cases }) => ({
      reason,
      text: ctx.t(LOSS_REASON_TEXT[reason]),
      cases,
    })),
    riders: ranked('rider', found.riders),
    merchants: ranked('merchant', found.merchants),
    asOf: at.toISOString(),
  };
}

const numberOf = (ctx: ActorContext) => async (id: number) => (await findLoss(ctx.db, id))?.no ?? '';
/** Sorts ids and removes duplicates. Parallel calls then lock rows in the same order and cannot deadlock. */
const inOrder = (ids: readonly number[]) => [...new Set(ids)].sort((one, other) => one - other);

/** Finds and locks an open case. @throws Refusal 40302 (station out of scope), 40401 (unknown id), 42201 (case is closed) */
async function openLoss(ctx: ActorContext, id: number) {
  const row = await lockLoss(ctx.db, id);
  if (!row) throw refuse(40401);
  await assertTeamInScope(ctx, row.team_id);
  if (!OPEN_LOSS_STATES.includes(row.state)) throw refuse(42201, { state: foodLossCase.states[row.state].text });
  return row;
}

/**
 * Assigns cases to a handler and notifies the handler. The answer lists failed cases.
 *
 * @throws Refusal 40401 `handlerId` is not a head-office account that may sign in
 */
async function assign(ctx: ActorContext, { ids, handlerId }: { ids: number[]; handlerId: number }) {
  const { name } = await staffMember(ctx.db, handlerId);
  const one = async (id: number) => {
    const row = await openLoss(ctx, id);
    await changeLoss(ctx.db, row, { handler_id: handlerId, handler_name: name });
    await tell(ctx, row, handlerId, WORDS.assignedTitle);
  };
  const { answer, done, detail } = await forEachRecord(ctx, inOrder(ids), one, numberOf(ctx));
  ctx.audit({ after: { ids: done, handler: name }, detail });
  return answer;
}

/** Reminds the handlers of cases. A case without a handler fails with 42201. The answer lists failed cases. */
async function remind(ctx: ActorContext, { ids }: { ids: number[] }) {
  const one = async (id: number) => {
    const row = await openLoss(ctx, id);
    if (row.handler_id === null) throw refuse(42201, { state: WORDS.noHandler });
    await tell(ctx, row, row.handler_id, WORDS.remindTitle);
  };
  const { answer, done, detail } = await forEachRecord(ctx, inOrder(ids), one, numberOf(ctx));
  ctx.audit({ after: { ids: done }, detail });
  return answer;
}

async function tell(
  ctx: ActorContext,
  row: Awaited<ReturnType<typeof openLoss>>,
  accountId: number,
  title: typeof WORDS.remindTitle | typeof WORDS.assignedTitle,
): Promise<void> {
  const params = { no: row.no, by: ctx.actor.name, state: foodLossCase.states[row.state].text };
  const to = { type: 'message', source: 'foodLoss', accountIds: [accountId] } as const;
  await notify(ctx, { ...to, title, content: WORDS.remindText, params, link: linkTo(row.id) });
}
