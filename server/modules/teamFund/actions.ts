import type { ParsedOf } from '../../../contract/endpoint';
import type { TextParams } from '../../../contract/message';
import type { teamFundEndpoints } from '../../../contract/teamFund';
import { FUND_PARTS, FUND_STATE_TEXT } from '../../../contract/teamFund.states';
import { type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { addDays } from '../../core/money/days';
import { businessNo } from '../../core/money/numbers';
import {
  depositIn,
  depositOut,
  dueOf,
  type Entry,
  findTransactionByNo,
  fundHold,
  fundUnhold,
  post,
  releaseDue,
  setCredit,
  setFrozen,
} from '../ledger';
import { notify } from '../notice';
import { merchantNumbers } from '../reference';
import { presentOf } from '../site';
import { eachTeam, writerOf } from '../team';
import { type FundRow, refuseConflict, stationOf } from './answers';
import { evidenceErrors } from './evidence';
import { addHold, takeFromHolds } from './holds';
import { isBelowWarning } from './rules';
import { type DepositProof, forgetDeposit, noteDeposit, standingDeposit, touchFund } from './store';

/**
 * This module contains the finance actions on one station's money (DOMAIN §3.5). Money moves only by postings. The `version` in the input
 * of an action is the version of the station's account, not of the station.
 */

type In<A extends keyof typeof teamFundEndpoints> = ParsedOf<(typeof teamFundEndpoints)[A]>;

const WORDS = {
  frozen: text(
    '“{name}”的资金账户已冻结',
    'The account of {name} is frozen',
    'A conta de {name} foi congelada',
    '「{name}」的資金帳戶已凍結',
  ),
  unfrozen: text(
    '“{name}”的资金账户已解冻',
    'The account of {name} is no longer frozen',
    'A conta de {name} foi descongelada',
    '「{name}」的資金帳戶已解凍',
  ),
  held: text('已冻结“{name}”的 {x} 元', '¥{x} of {name} held', '¥{x} de {name} retidos', '已凍結「{name}」的 {x} 元'),
  unheld: text(
    '已解除“{name}”的 {x} 元冻结',
    '¥{x} of {name} released',
    '¥{x} de {name} liberados',
    '已解除「{name}」的 {x} 元凍結',
  ),
  settled: text(
    '“{name}”：{n} 笔共 {x} 元已入账',
    '{name}: ¥{x} credited (lines: {n})',
    '{name}: ¥{x} creditados (linhas: {n})',
    '「{name}」：{n} 筆共 {x} 元已入帳',
  ),
  nothingDue: text(
    '“{name}”没有到期的待结算金额',
    '{name} has nothing that is due',
    '{name} não tem valores vencidos',
    '「{name}」沒有到期的待結算金額',
  ),
  deposited: text(
    '“{name}”的储备金已增加 {x} 元',
    'The reserve of {name} rose by ¥{x}',
    'A reserva de {name} aumentou ¥{x}',
    '「{name}」的儲備金已增加 {x} 元',
  ),
  refunded: text(
    '“{name}”的储备金已退还 {x} 元',
    '¥{x} of the reserve of {name} paid back',
    '¥{x} da reserva de {name} devolvidos',
    '「{name}」的儲備金已退還 {x} 元',
  ),
  notLow: text(
    '储备金没有低于预警线',
    'The reserve is not below its warning line',
    'A reserva não está abaixo do alerta',
    '儲備金沒有低於預警線',
  ),
  tradeNo: WORD.voucherNo,
  selectChannel: text(
    '请选择商户号',
    'Please select a merchant number',
    'Selecione Número de comerciante',
    '請選擇商戶號',
  ),
  lowTitle: WORD.reserveIsLow,
  lowText: text(
    '“{name}”的储备金为 {x} 元，低于预警线 {y} 元，请尽快补足。',
    'The reserve of {name} is {minus}¥{z}, below its warning line of ¥{y}. Please top it up.',
    'A reserva de {name} é de {minus}¥{z}, abaixo do alerta de ¥{y}. Por favor, reponha.',
    '「{name}」的儲備金為 {x} 元，低於預警線 {y} 元，請儘快補足。',
  ),
} as const;

/** Builds the answer of an action: the state and version of the station's account after the action, and a message. */
async function answer(ctx: ActorContext, teamId: number, message: Text, params: TextParams) {
  const { code, name, state, version } = await stationOf(ctx, teamId);
  return {
    id: teamId,
    no: code,
    state,
    stateText: ctx.t(FUND_STATE_TEXT[state]),
    version,
    message: ctx.t(message, { name, ...params }),
  };
}

/** Adds 1 to the account's version. @throws Refusal 40901 when the caller's version is not the present version */
async function touch(ctx: ActorContext, row: FundRow, version: number, stateReason?: string | null): Promise<void> {
  if (row.version !== version) await refuseConflict(ctx, row.id);
  const touched = await touchFund(ctx.db, row.id, version, writerOf(ctx), stateReason);
  if (touched === null) await refuseConflict(ctx, row.id);
}

/**
 * Freezes or unfreezes the ledger accounts of a station's available balance and reserve.
 * @throws Refusal 42201 (already in that state), 40901 (changed meanwhile), 40302 (out of scope), 40401 (unknown station)
 */
export async function freeze(ctx: ActorContext, input: In<'finance.TeamFund/freeze'>, frozen: boolean) {
  const row = await stationOf(ctx, input.teamId);
  ctx.audit({ objectId: row.id, objectNo: row.code, reason: input.reason });
  if ((row.state === 'frozen') === frozen) throw refuse(42201, { state: FUND_STATE_TEXT[row.state] });
  await touch(ctx, row, input.version, frozen ? input.reason : null);
  // `setCredit` opens missing accounts. An account that is opened later would not be frozen.
  await setCredit(ctx, row.id, row.creditLimitFen);
  await setFrozen(ctx.db, [FUND_PARTS.available, FUND_PARTS.deposit], row.id, frozen);
  ctx.audit({
    objectId: row.id,
    objectNo: row.code,
    before: { state: row.state },
    after: { state: frozen ? 'frozen' : 'normal' },
    reason: input.reason,
  });
  return answer(ctx, row.id, frozen ? WORDS.frozen : WORDS.unfrozen, {});
}

/**
 * Holds an amount of the available balance. After `expireDays` days the hold counts as expired, but only a person can release it (DOMAIN §9
 * decision 23).
 * @throws Refusal 42241 (insufficient balance), 40901 (changed meanwhile), 40302 (out of scope), 40401 (unknown station)
 */
export async function hold(ctx: ActorContext, input: In<'finance.TeamFund/hold'>) {
  const { row, day, at, txNo } = await moveHeld(ctx, input, fundHold);
  const expireDay = addDays(day, input.expireDays);
  await addHold(ctx.db, {
    id: ctx.ids.next(),
    teamId: row.id,
    amountFen: input.amountFen,
    reason: input.reason,
    by: { id: ctx.actor.accountId, name: ctx.actor.name },
    at,
    expireDay,
    txNo,
  });
  noteHeld(ctx, row, input, { txNo, expireDay });
  return answer(ctx, row.id, WORDS.held, { x: yuanText(input.amountFen) });
}

/**
 * Releases an amount of the held money. It is taken first from the holds that expire first.
 * @throws Refusal 42241 (more than the held amount), 40901 (changed meanwhile), 40302 (out of scope), 40401 (unknown station)
 */
export async function releaseHold(ctx: ActorContext, input: In<'finance.TeamFund/releaseHold'>) {
  const { row, txNo } = await moveHeld(ctx, input, fundUnhold);
  await takeFromHolds(ctx.db, row.id, input.amountFen);
  noteHeld(ctx, row, input, { txNo });
  return answer(ctx, row.id, WORDS.unheld, { x: yuanText(input.amountFen) });
}

async function moveHeld(ctx: ActorContext, input: In<'finance.TeamFund/releaseHold'>, make: typeof fundHold) {
  const row = await stationOf(ctx, input.teamId);
  ctx.audit({ objectId: row.id, objectNo: row.code, reason: input.reason });
  await touch(ctx, row, input.version);
  const { at, day } = await presentOf(ctx);
  const bizNo = businessNo('FH', day, ctx.ids.next());
  const on = { bizNo, teamId: row.id, at, day, remark: input.reason, operatorId: ctx.actor.accountId };
  const { txNo } = await post(ctx, make(on, { subject: 'team', id: row.id }, input.amountFen));
  return { row, at, day, txNo };
}

function noteHeld(ctx: ActorContext, row: FundRow, input: In<'finance.TeamFund/releaseHold'>, more: object): void {
  ctx.audit({
    objectId: row.id,
    objectNo: row.code,
    before: { availableFen: row.availableFen, heldFen: row.heldFen },
    after: { amountFen: input.amountFen, ...more },
    reason: input.reason,
  });
}

/** Releases the due pending lines of a station. @returns the number of released lines and their sum in fen */
async function settle(ctx: ActorContext, teamId: number): Promise<{ lines: number; fen: number }> {
  const { at, timeZone } = await presentOf(ctx);
  const due = (await dueOf(ctx.db, [teamId], at)).get(teamId) ?? { lines: 0, fen: 0 };
  while ((await releaseDue(ctx, at, timeZone, teamId)) > 0);
  const left = (await dueOf(ctx.db, [teamId], at)).get(teamId) ?? { lines: 0, fen: 0 };
  // `releaseDue` skips lines that a concurrent settlement job has locked. That job releases them, so they are not counted here.
  return { lines: due.lines - left.lines, fen: due.fen - left.fen };
}

export async function settleNow(ctx: ActorContext, { teamId }: In<'finance.TeamFund/settleNow'>) {
  const row = await stationOf(ctx, teamId);
  const { lines, fen } = await settle(ctx, teamId);
  ctx.audit({ objectId: teamId, objectNo: row.code, after: { rows: lines, amountFen: fen } });
  return answer(ctx, teamId, lines > 0 ? WORDS.settled : WORDS.nothingDue, { n: lines, x: yuanText(fen) });
}

/** Releases the due pending lines of several stations. A refusal for one station does not stop the others. */
export function settleEach(ctx: ActorContext, { ids }: In<'finance.TeamFund/bulkSettle'>) {
  const settled = { rows: 0, amountFen: 0 };
  const one = async (teamId: number) => {
    await stationOf(ctx, teamId);
    const { lines, fen } = await settle(ctx, teamId);
    settled.rows += lines;
    settled.amountFen += fen;
  };
  return eachTeam(ctx, ids, one, null, { after: settled });
}

/** Sends the notice that a station's reserve is low. @throws Refusal 40302 (out of scope), 40401 (unknown station), 42201 (not low) */
export async function remindOfDeposit(ctx: ActorContext, teamId: number): Promise<void> {
  const row = await stationOf(ctx, teamId);
  if (!isBelowWarning(row)) throw refuse(42201, {}, null, ctx.t(WORDS.notLow));
  await notify(ctx, {
    event: 'depositLow',
    teamId,
    title: WORDS.lowTitle,
    content: WORDS.lowText,
    params: {
      name: row.name,
      x: yuanText(row.depositFen),
      // The minus sign is printed before the currency sign.
      minus: row.depositFen < 0 ? '−' : '',
      z: yuanText(Math.abs(row.depositFen)),
      y: yuanText(row.depositWarnFen),
    },
  });
}

/**
 * Records a payment into or out of the reserve.
 * @throws Refusal 40001 (evidence or merchant number), 40903 (voucher already recorded), 42241 (insufficient reserve),
 * 42242 (frozen account), 40302 (out of scope), 40401 (unknown station)
 */
export async function moveDeposit(
  ctx: ActorContext,
  input: In<'finance.TeamFund/recordDeposit'> | In<'finance.TeamFund/refundDeposit'>,
  direction: 'in' | 'out',
) {
  const row = await stationOf(ctx, input.teamId);
  const reason = 'reason' in input ? input.reason : (input.remark ?? undefined);
  const about = { objectId: row.id, objectNo: row.code, ...(reason && { reason }) };
  ctx.audit(about);
  const errors = await evidenceErrors(ctx, input.evidence);
  const numbers = await merchantNumbers(ctx.db);
  const number = numbers.find(({ id, enabled }) => enabled && id === input.merchantNumberId);
  if (!number) {
    errors.push({ field: 'merchantNumberId', rule: 'choice', message: ctx.t(WORDS.selectChannel) });
  }
  if (errors.length > 0) throw invalid(errors);
  const { at, day } = await presentOf(ctx);
  const id = ctx.ids.next();
  const make = direction === 'in' ? depositIn : depositOut;
  const entry: Entry = make(
    {
      bizNo: businessNo('DP', day, id),
      teamId: row.id,
      at,
      day,
      operatorId: ctx.actor.accountId,
      ...(reason && { remark: reason }),
    },
    { subject: 'team', id: row.id },
    input.amountFen,
    input.merchantNumberId,
    { tradeNo: input.tradeNo, counterName: row.name, ...(number && { channel: number.channel }) },
  );
  // `setCredit` opens missing accounts with their credit limit. An account that the posting opened would have no limit.
  await setCredit(ctx, row.id, row.creditLimitFen);
  const { txNo } = await post(ctx, entry);
  const { amountFen, merchantNumberId, tradeNo, evidence } = input;
  const proof = {
    id,
    at,
    teamId: row.id,
    direction,
    amountFen,
    merchantNumberId,
    tradeNo,
    evidence,
    txNo,
  };
  const isNew =
    (await noteDeposit(ctx.db, proof)) || ((await forgetReversed(ctx, proof)) && (await noteDeposit(ctx.db, proof)));
  if (!isNew) throw refuse(40903, { field: WORDS.tradeNo });
  ctx.audit({
    ...about,
    before: { depositFen: row.depositFen },
    after: { amountFen, merchantNumberId, tradeNo, evidence, txNo },
  });
  return answer(ctx, row.id, direction === 'in' ? WORDS.deposited : WORDS.refunded, { x: yuanText(amountFen) });
}

/** Marks a recorded voucher as reversed if its posting was reversed. @returns `false` if the voucher is not recorded or not reversed */
async function forgetReversed(ctx: ActorContext, proof: DepositProof): Promise<boolean> {
  const known = await standingDeposit(ctx.db, proof);
  const posted = known && (await findTransactionByNo(ctx.db, known.teamId, known.txNo));
  if (!known || (posted?.record.reversedByNo ?? null) === null) return false;
  await forgetDeposit(ctx.db, known.id, ctx.clock.now());
  return true;
}
