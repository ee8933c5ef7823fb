import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import { ACCOUNTS, SETTLE_LINE_TEXT, type SettleLineState } from '../../../contract/ledger';
import { ENTRY_TYPES } from '../../../contract/ledger.entries';
import { LIST_LIMITS } from '../../../contract/limits';
import type { teamFundEndpoints } from '../../../contract/teamFund';
import { FUND, FUND_PART_NAMES, FUND_PART_TEXT, FUND_PARTS, type FundPart } from '../../../contract/teamFund.states';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { paged } from '../../core/list/paged';
import { yuanText } from '../../core/money/amounts';
import { addDays, momentAt } from '../../core/money/days';
import { accountNames } from '../account';
import { settlementOfTransaction } from '../bill';
import { forgetHold, holdSettlement, liftHold, lockLossOf, lossIsOpen, passHold } from '../intake';
import {
  findLine,
  findTransactionByNo,
  flowPage,
  flowSums,
  linePage,
  releaseLine,
  stationAccounts,
  waitingSums,
} from '../ledger';
import { openLossesOf, orderSnapshot } from '../order';
import { merchantNumbers } from '../reference';
import { presentOf } from '../site';
import { stationOf } from './answers';
import { evidenceLinks } from './evidence';
import { cursorOf, flowTotals, partsOf, placeOf } from './rules';
import { depositOfTransaction } from './store';

/** This module lists the movements of one station's money. It also lists, holds and releases its pending lines (DOMAIN §3.5 detail). */

type In<A extends keyof typeof teamFundEndpoints> = ParsedOf<(typeof teamFundEndpoints)[A]>;
type Out<A extends keyof typeof teamFundEndpoints> = DataOf<(typeof teamFundEndpoints)[A]>;

const WORDS = {
  held: text('订单 {no} 的结算已暂缓', 'Order {no} is held', 'O pedido {no} foi retido', '訂單 {no} 的結算已暫緩'),
  unheld: text(
    '订单 {no} 已取消暂缓',
    'Order {no} is no longer held',
    'O pedido {no} não está mais retido',
    '訂單 {no} 已取消暫緩',
  ),
  settledAgain: text(
    '订单 {no} 已重新结算',
    'Order {no} was settled once more',
    'O pedido {no} foi liquidado de novo',
    '訂單 {no} 已重新結算',
  ),
  passed: text(
    '订单 {no} 仍暂缓结算，等待餐损 {loss} 结案',
    'Order {no} stays held until food loss {loss} ends',
    'O pedido {no} segue retido até o fim da perda {loss}',
    '訂單 {no} 仍暫緩結算，等待餐損 {loss} 結案',
  ),
  released: text(
    '订单 {no} 的 {x} 元已入账',
    'Order {no}: ¥{x} credited',
    'Pedido {no}: ¥{x} creditados',
    '訂單 {no} 的 {x} 元已入帳',
  ),
} as const;
const PART_OF = new Map<string, FundPart>(FUND_PART_NAMES.map((part) => [FUND_PARTS[part], part]));
const DAY_MS = 86_400_000;

/**
 * Returns the first and last day of a list of movements. The default last day is today, or the first day if that is later. The default
 * range is `LIST_LIMITS.defaultRangeDays` days.
 * @throws Refusal 40006 (first day after the last, or too many days)
 */
export function daysOf(input: { from?: string | undefined; to?: string | undefined }, today: string) {
  const to = input.to ?? (input.from && input.from > today ? input.from : today);
  const from = input.from ?? addDays(to, 1 - LIST_LIMITS.defaultRangeDays);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1 || days > FUND.flowDays) throw refuse(40006, { n: FUND.flowDays });
  return { from, to };
}

export type FlowInput = Omit<In<'finance.TeamFund/getFlow'>, 'cursor'>;
type FlowRow = Out<'finance.TeamFund/getFlow'>['list'][number];

/**
 * Builds the filter of movements. `isWhole` is `true` if the filter keeps all movements of the chosen parts of the balance in the period.
 * @throws Refusal 40006 (first day after the last, or too many days)
 */
export async function flowFilter(ctx: ActorContext, input: FlowInput) {
  const { day: today, timeZone } = await presentOf(ctx);
  const days = daysOf(input, today);
  const { type, direction, keyword } = input;
  const until = momentAt(days.to, input.time, timeZone);
  const filter = { ...days, until, type, direction, keyword };
  return { days, filter, isWhole: !type?.length && !direction && !keyword };
}

type Accounts = Awaited<ReturnType<typeof stationAccounts>>;
export type Movement = Awaited<ReturnType<typeof flowPage>>[number];

/** Returns functions that translate the codes of movements. The page and the exports use them. */
export function flowWords(ctx: Pick<ActorContext, 't'>, accounts: Accounts) {
  const codes = new Map(accounts.map(({ id, code }) => [id, code]));
  const part = (accountId: number) => PART_OF.get(codes.get(accountId) ?? '') ?? 'available';
  return {
    part,
    type: (type: Movement['type']) => ctx.t(ENTRY_TYPES[type].text),
    account: (accountId: number) => ctx.t(FUND_PART_TEXT[part(accountId)]),
    operator: (name: string | undefined) => name ?? ctx.t(WORD.system),
  };
}

/** Converts movements to rows of the station's list of movements. */
async function flowAnswers(ctx: ActorContext, rows: readonly Movement[], accounts: Accounts): Promise<FlowRow[]> {
  const words = flowWords(ctx, accounts);
  const names = await accountNames(
    ctx.db,
    rows.map(({ operatorId }) => operatorId),
  );
  return rows.map(({ txnId: _txn, accountId, seq, operatorId, at, ...row }) => ({
    ...row,
    key: `${accountId}.${seq}`,
    at: at.toISOString(),
    typeText: words.type(row.type),
    account: words.part(accountId),
    accountText: words.account(accountId),
    operatorName: words.operator(names.get(operatorId)),
  }));
}

export async function flow(
  ctx: ActorContext,
  input: In<'finance.TeamFund/getFlow'>,
): Promise<Out<'finance.TeamFund/getFlow'>> {
  const { id: teamId } = await stationOf(ctx, input.teamId);
  const { days, filter, isWhole } = await flowFilter(ctx, input);
  const accounts = await stationAccounts(
    ctx.db,
    teamId,
    partsOf(input.account).map((part) => FUND_PARTS[part]),
  );
  const after = input.cursor === undefined ? null : placeOf(input.cursor);
  const found = await flowPage(
    ctx.db,
    teamId,
    accounts.map(({ id }) => id),
    filter,
    { after, limit: FUND.flowRows + 1, order: input.sortOrder ?? 'desc' },
  );
  const rows = found.slice(0, FUND.flowRows);
  const last = rows.at(-1);
  return {
    list: await flowAnswers(ctx, rows, accounts),
    nextCursor: found.length > rows.length && last ? cursorOf(last) : null,
    totals: after === null ? flowTotals(await flowSums(ctx.db, teamId, accounts, filter), isWhole) : null,
    ...days,
    asOf: ctx.clock.now().toISOString(),
  };
}

/** Reads the voucher of a payment outside the platform. Returns `null` if the transaction has no voucher. */
async function voucherOf(ctx: ActorContext, teamId: number, txNo: string) {
  const proof = await depositOfTransaction(ctx.db, teamId, txNo);
  if (!proof) return null;
  const links = await evidenceLinks(ctx, proof.evidence);
  const number = (await merchantNumbers(ctx.db)).find(({ id }) => id === proof.merchantNumberId);
  return {
    tradeNo: proof.tradeNo,
    merchantNo: number?.mchNo ?? '',
    merchantName: number?.name ?? '',
    evidence: proof.evidence.flatMap((fileId) => links.get(fileId) ?? []),
  };
}

export async function transaction(
  ctx: ActorContext,
  input: In<'finance.TeamFund/getTransaction'>,
): Promise<Out<'finance.TeamFund/getTransaction'>> {
  const { id: teamId } = await stationOf(ctx, input.teamId);
  const found = await findTransactionByNo(ctx.db, teamId, input.txNo);
  if (!found) throw refuse(40401);
  const { record, billNo } = found;
  const { postings } = record;
  const names = await accountNames(ctx.db, [record.operatorId]);
  return {
    id: record.id,
    txNo: record.txNo,
    type: record.bizType,
    typeText: ctx.t(ENTRY_TYPES[record.bizType].text),
    relatedNo: record.bizNo,
    at: record.at.toISOString(),
    postedAt: record.postedAt.toISOString(),
    day: record.day,
    remark: record.remark,
    operatorName: names.get(record.operatorId) ?? ctx.t(WORD.system),
    billNo,
    reversesNo: record.reversesNo,
    reversedByNo: record.reversedByNo,
    voucher: await voucherOf(ctx, teamId, record.txNo),
    settlement: await settlementOfTransaction(ctx, record),
    postings: postings.map(({ code, ownerId, dc, amountFen, balanceAfterFen }) => {
      const kind = ACCOUNTS[code].owner;
      const isOwn = kind === 'team' && ownerId === teamId;
      return {
        account: code,
        accountText: ctx.t(ACCOUNTS[code].text),
        owner: isOwn ? ('station' as const) : kind === 'platform' ? ('platform' as const) : ('other' as const),
        debitFen: dc === 'D' ? amountFen : null,
        creditFen: dc === 'C' ? amountFen : null,
        balanceAfterFen: isOwn ? balanceAfterFen : null,
      };
    }),
    sumFen: postings.reduce((sum, { dc, amountFen }) => sum + (dc === 'D' ? amountFen : 0), 0),
  };
}

const WAITING: readonly SettleLineState[] = ['pending', 'held'];
/** States that the list shows by default: pending and held lines, and reversed lines that must be settled again. */
const OPEN: readonly SettleLineState[] = [...WAITING, 'reversed'];

export async function pendingLines(
  ctx: ActorContext,
  input: In<'finance.TeamFund/getPending'>,
): Promise<Out<'finance.TeamFund/getPending'>> {
  const { teamId, page, limit, sortField = 'dueAt', sortOrder = 'asc', state, keyword } = input;
  return paged(ctx, { page, limit }, async ({ offset }) => {
    await stationOf(ctx, teamId);
    const filter = state?.length ? { teamId, state, keyword } : { teamId, state: OPEN, isOpen: true, keyword };
    const { rows, total } = await linePage(ctx.db, filter, { sortField, sortOrder, offset, limit });
    const sums = await waitingSums(ctx.db, teamId);
    const orderNos = rows.map(({ orderNo }) => orderNo);
    const losses = await openLossesOf(ctx.db, teamId, orderNos);
    const may = ctx.can(3309);
    return {
      list: rows.map((line) => ({
        id: line.id,
        teamId: line.teamId,
        orderNo: line.orderNo,
        completedAt: line.createdAt.toISOString(),
        amountFen: line.amountFen,
        dueAt: line.dueAt.toISOString(),
        state: line.state,
        stateText: ctx.t(SETTLE_LINE_TEXT[line.state]),
        heldReason: line.state === 'held' || line.state === 'reversed' ? (line.heldBy?.reason ?? null) : null,
        lossNo: losses.get(line.orderNo) ?? null,
        releasedAt: line.releasedAt?.toISOString() ?? null,
        actions: !may
          ? []
          : line.state === 'pending'
            ? ['releaseLine', 'holdLine']
            : line.state === 'held'
              ? ['releaseLine', 'unholdLine']
              : line.state === 'reversed' && line.heldBy !== null
                ? ['unholdLine']
                : [],
      })),
      total,
      summary: { ...sums, waitingFen: sums.pendingFen + sums.heldFen },
    };
  });
}

/**
 * Loads a pending line and checks that its state is one of `from`.
 * @throws Refusal 40401 (unknown station or line), 40302 (out of scope), 42201 (another state)
 */
async function lineFor(ctx: ActorContext, teamId: number, orderNo: string, from: readonly SettleLineState[]) {
  const team = await stationOf(ctx, teamId);
  const line = await findLine(ctx.db, teamId, orderNo);
  ctx.audit({ objectId: line?.id ?? teamId, objectNo: orderNo });
  if (!line) throw refuse(40401);
  if (!from.includes(line.state)) throw refuse(42201, { state: SETTLE_LINE_TEXT[line.state] });
  return { line, team };
}

function lineAnswer(
  ctx: ActorContext,
  line: { readonly id: number; readonly orderNo: string; readonly amountFen: number },
  state: SettleLineState,
  word: keyof typeof WORDS,
  loss = '',
) {
  return {
    id: line.id,
    no: line.orderNo,
    state,
    stateText: ctx.t(SETTLE_LINE_TEXT[state]),
    version: 1,
    message: ctx.t(WORDS[word], { no: line.orderNo, x: yuanText(line.amountFen), loss }),
  };
}

/**
 * Holds a pending line in the state `pending`, so that it is not released.
 * @throws Refusal 40302 (out of scope), 40401 (unknown station or line), 42201 (the line has another state)
 */
export async function holdBack(ctx: ActorContext, { teamId, orderNo, reason }: In<'finance.TeamFund/holdLine'>) {
  const { line } = await lineFor(ctx, teamId, orderNo, ['pending']);
  await holdSettlement(ctx, { teamId, orderNo }, reason);
  ctx.audit({
    objectId: line.id,
    objectNo: orderNo,
    before: { state: line.state },
    after: { state: 'held', teamId, amountFen: line.amountFen },
    reason,
  });
  return lineAnswer(ctx, line, 'held', 'held');
}

/**
 * Lifts the hold of an order, so that its pending line returns to the state `pending`. A delivered order is settled now if its settlement
 * was reversed or if the hold prevented it. While a food-loss case of the order is open, the hold stays and the number of the case becomes
 * the reason of the hold. The case can be paid only after the settlement.
 *
 * @throws Refusal 40302 (out of scope), 40401 (unknown station or order), 42201 (not held, or held by a food-loss case)
 */
export async function letGo(ctx: ActorContext, { teamId, orderNo }: In<'finance.TeamFund/unholdLine'>) {
  await stationOf(ctx, teamId);
  const loss = await lockLossOf(ctx, { teamId, orderNo });
  const line = await findLine(ctx.db, teamId, orderNo);
  const order = await orderSnapshot(ctx.db, teamId, orderNo);
  const id = line?.id ?? order?.id ?? teamId;
  ctx.audit({ objectId: id, objectNo: orderNo });
  if (!line && !order) throw refuse(40401);
  const isHeld = line?.state === 'held' || (order?.settledAt === null && order.holdReason !== null);
  const before = line?.state ?? 'held';
  if (!isHeld) throw refuse(42201, { state: SETTLE_LINE_TEXT[line?.state ?? 'pending'] });
  if (loss !== null) {
    const reason = order?.holdReason ?? line?.heldBy?.reason ?? null;
    if (reason === loss) throw lossIsOpen(ctx, loss);
    await passHold(ctx, { teamId, orderNo }, loss);
    const about = { objectId: id, objectNo: orderNo, before: { state: before, reason } };
    ctx.audit({ ...about, after: { state: before, teamId, reason: loss } });
    return lineAnswer(ctx, { id, orderNo, amountFen: line?.amountFen ?? 0 }, before, 'passed', loss);
  }
  await liftHold(ctx, { teamId, orderNo }, (await presentOf(ctx)).timeZone);
  const now = await findLine(ctx.db, teamId, orderNo);
  const amountFen = now?.amountFen ?? 0;
  const state = now?.state ?? 'released';
  ctx.audit({ objectId: id, objectNo: orderNo, before: { state: before }, after: { state, teamId, amountFen } });
  const isSettledNow = before !== 'held' && state === 'pending';
  return lineAnswer(ctx, { id, orderNo, amountFen }, state, isSettledNow ? 'settledAgain' : 'unheld');
}

/**
 * Releases a pending line before its due time.
 * @throws Refusal 40302 (out of scope), 40401 (unknown station or line), 42201 (neither pending nor held, or a food-loss case is open)
 */
export async function releaseEarly(ctx: ActorContext, input: In<'finance.TeamFund/releaseLine'>) {
  const { teamId, orderNo, reason } = input;
  const { line } = await lineFor(ctx, teamId, orderNo, WAITING);
  const loss = await lockLossOf(ctx, { teamId, orderNo });
  if (loss !== null) throw lossIsOpen(ctx, loss);
  const { at, day } = await presentOf(ctx);
  await forgetHold(ctx, { teamId, orderNo });
  const { txNo } = await releaseLine(
    ctx,
    { teamId, orderNo },
    { at, day, remark: reason, operatorId: ctx.actor.accountId },
  );
  ctx.audit({
    objectId: line.id,
    objectNo: orderNo,
    before: { state: line.state },
    after: { state: 'released', teamId, amountFen: line.amountFen, txNo },
    reason,
  });
  return lineAnswer(ctx, line, 'released', 'released');
}
