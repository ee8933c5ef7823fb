import { sql } from 'kysely';
import type { ParsedOf } from '../../../contract/endpoint';
import type { reconEndpoints } from '../../../contract/recon';
import { actionsOfItem, type ItemAction, RECON } from '../../../contract/recon.states';
import { type Text, text } from '../../../contract/text';
import { validationText } from '../../../contract/validation';
import { forEachRecord } from '../../core/http/bulk';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { yuan } from '../../core/money/amounts';
import { addDays } from '../../core/money/days';
import { messageText } from '../../core/texts';
import { accountNames } from '../account';
import { isReversible, markBills, reconStateOf, reverse } from '../ledger';
import { presentOf } from '../site';
import { evidenceErrors } from '../teamFund';
import { afterSettling, items } from './items';
import { adjustFee, bookToParty, suspend, unsuspend } from './money';
import { partyOf } from './party';
import { findItem, type ItemRow, lockItem } from './store';

/** Manual handling of differences (DOMAIN §3.5). */

type Input = ParsedOf<(typeof reconEndpoints)['finance.Recon/handle']>;

const WORDS = {
  notThis: text(
    '该差异不能这样处理',
    'This difference cannot be handled in this way',
    'Esta diferença não pode ser tratada assim',
    '該差異不能這樣處理',
  ),
  noBill: text(
    '该商户号没有可匹配的“{no}”',
    'This merchant number has nothing unmatched under {no}',
    'Este número não tem nada pendente com {no}',
    '該商戶號沒有可比對的「{no}」',
  ),
  otherAmount: text('金额不同：{x} 元', 'The amount differs: ¥{x}', 'O valor é outro: ¥{x}', '金額不同：{x} 元'),
  noReverse: text(
    '这类账单不能冲正',
    'Bills of this type cannot be reversed',
    'Este tipo de lançamento não pode ser estornado',
    '這類帳單不能沖正',
  ),
} as const;

const fault = (ctx: ActorContext, field: keyof Input, words: Text, params: Readonly<Record<string, string>> = {}) =>
  invalid([{ field, rule: 'recon', message: ctx.t(words, params) }]);
const missing = (ctx: ActorContext, field: 'targetBillNo') =>
  invalid([
    {
      field,
      rule: 'required',
      message: validationText('required', ctx.locale, { label: ctx.t(messageText(`recon.${field}`)) }),
    },
  ]);

/**
 * Refuses a difference in the state `resolved` with 42275 instead of 42201, because DOMAIN defines a separate message for this case.
 *
 * @throws Refusal 42275 (already handled)
 */
export async function refuseResolved(ctx: ActorContext, id: number): Promise<void> {
  if ((await lockItem(ctx.db, id))?.state === 'resolved') throw refuse(42275);
}

/** Returns the amount in fen that the other side of a match must have. */
const wantedFen = ({ type, channel_fen, book_fen }: ItemRow): number =>
  type === 'bookOnly' ? (book_fen ?? 0) : (channel_fen ?? 0);

/**
 * Matches a bill that is only in the books with a statement entry that has no bill.
 *
 * @throws Refusal 40001 (no such entry, or other amount)
 */
async function matchEntry(ctx: ActorContext, row: ItemRow, no: string): Promise<void> {
  const other = await ctx.db
    .selectFrom('recon_item')
    .selectAll()
    .where('merchant_number_id', '=', row.merchant_number_id)
    .where('type', '=', 'channelOnly')
    .where('state', 'in', ['open', 'handling'])
    .where((eb) => eb.or([eb('no', '=', no), eb('trade_no', '=', no), eb('out_no', '=', no)]))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!other) throw fault(ctx, 'targetBillNo', WORDS.noBill, { no });
  if (other.channel_fen !== wantedFen(row))
    throw fault(ctx, 'targetBillNo', WORDS.otherAmount, { x: yuan(other.channel_fen ?? 0) });
  await settleOther(ctx, other, row.no);
}

/**
 * Matches a statement entry with a bill that is not matched yet. A bill that is not successful moved no money, so a match with it would
 * leave the entry's amount out of the books. Only a duplicate may refer to its own bill in any status.
 *
 * @throws Refusal 40001 (no such bill, or other amount)
 */
async function matchBill(ctx: ActorContext, row: ItemRow, no: string): Promise<void> {
  const bill = await ctx.db
    .selectFrom('bill')
    .select(['id', 'bill_no', 'direction', 'net_fen'])
    .where('merchant_number_id', '=', row.merchant_number_id)
    .where((eb) => eb.or([eb('bill_no', '=', no), eb('channel_trade_no', '=', no), eb('order_no', '=', no)]))
    .where((eb) => eb.or([eb(reconStateOf('bill'), 'in', ['pending', 'difference']), eb('id', '=', row.bill_id ?? 0)]))
    .where((eb) => {
      const isPaid = eb('status', '=', 'success');
      return row.type === 'duplicate' ? eb.or([isPaid, eb('id', '=', row.bill_id ?? 0)]) : isPaid;
    })
    .where('direction', '=', wantedFen(row) < 0 ? 'out' : 'in')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!bill) throw fault(ctx, 'targetBillNo', WORDS.noBill, { no });
  const fen = bill.direction === 'in' ? bill.net_fen : -bill.net_fen;
  if (fen !== wantedFen(row)) throw fault(ctx, 'targetBillNo', WORDS.otherAmount, { x: yuan(fen) });
  if (row.type === 'duplicate' && bill.id === row.bill_id) return;
  await markBills(ctx.db, 'resolved', sql`select ${bill.id}::bigint`);
  const others = await ctx.db
    .selectFrom('recon_item')
    .selectAll()
    .where('bill_id', '=', bill.id)
    .where('type', '=', 'bookOnly')
    .where('state', 'in', ['open', 'handling'])
    .where('id', '<>', row.id)
    .forUpdate()
    .execute();
  for (const other of others) await settleOther(ctx, other, row.no);
}

/** Sets the other difference of a match to `resolved`. */
async function settleOther(ctx: ActorContext, other: ItemRow, byNo: string): Promise<void> {
  const { accountId, name } = ctx.actor;
  await ctx.db
    .updateTable('recon_item')
    .set({
      ...{ state: 'resolved', action: 'rematch', note: byNo, version: other.version + 1 },
      ...{ checker_id: accountId, checker_name: name, decided_at: ctx.clock.now() },
    })
    .where('id', '=', other.id)
    .execute();
  await items.addStep(ctx, other.id, 'handle', { note: byNo });
  await afterSettling(ctx, other);
}

async function rematch(ctx: ActorContext, row: ItemRow, input: Input): Promise<string | undefined> {
  const own = row.type === 'statusMismatch' || row.type === 'duplicate' ? (row.bill_no ?? undefined) : undefined;
  const no = input.targetBillNo || own;
  if (no === undefined) throw missing(ctx, 'targetBillNo');
  await (row.type === 'bookOnly' ? matchEntry(ctx, row, no) : matchBill(ctx, row, no));
  return row.state === 'suspended' ? unsuspend(ctx, row, ctx.actor.accountId) : undefined;
}

/**
 * Reverses the bill after a second person agreed. The bills page has the same rule.
 *
 * @throws Refusal 40001 (the bill has no transaction, or its type cannot be reversed)
 */
async function reverseBill(ctx: ActorContext, row: ItemRow, note: string): Promise<string> {
  const bill = await ctx.db
    .selectFrom('bill')
    .select(['id', 'txn_id', 'team_id', 'bill_no', 'type'])
    .where('id', '=', row.bill_id ?? 0)
    .executeTakeFirst();
  if (!bill || bill.txn_id === null || !isReversible(bill.type)) throw fault(ctx, 'action', WORDS.noReverse);
  const { at, day } = await presentOf(ctx);
  const on = { at, day, remark: note, operatorId: ctx.actor.accountId };
  const key = { teamId: bill.team_id, id: bill.txn_id };
  const post = () => reverse(ctx, key, on);
  await ctx.secondPerson({
    state: { no: row.no, state: row.state, billNo: bill.bill_no },
    teamId: bill.team_id === 0 ? null : bill.team_id,
    change: { objectId: row.id, objectNo: row.no, after: { billNo: bill.bill_no, gapFen: row.gap_fen, reason: note } },
    tryOut: post,
  });
  return (await post()).txNo;
}

/** The function that carries out each action. @returns the transaction number, if the function posted an entry */
const WAYS: Readonly<
  Record<ItemAction, (ctx: ActorContext, row: ItemRow, input: Input) => Promise<string | undefined>>
> = {
  rematch,
  createBill: async (ctx, row, input) => bookToParty(ctx, row, await partyOf(ctx, row, input), ctx.actor.accountId),
  reverseBill: (ctx, row, { reason }) => reverseBill(ctx, row, reason),
  adjustFee: (ctx, row) => adjustFee(ctx, row, ctx.actor.accountId),
  toSuspense: (ctx, row) => suspend(ctx, row, ctx.actor.accountId),
  claimChannel: (ctx, row) => suspend(ctx, row, ctx.actor.accountId),
};
const SUSPENDS: readonly ItemAction[] = ['toSuspense', 'claimChannel'];

/**
 * Handles one difference.
 *
 * @throws Refusal 40001 (invalid input), 40302 (limited data scope), 40401 (unknown id), 40901 (changed meanwhile),
 *   42201 (wrong state), 42241 (insufficient balance), 42244 (already reversed), 42275 (already handled)
 */
export async function handle(ctx: ActorContext, input: Input) {
  await refuseResolved(ctx, input.id);
  const errors = await evidenceErrors(ctx, input.evidence ?? []);
  if (errors.length > 0) throw invalid(errors);
  return items.run(ctx, 'handle', input, async (_ctx, { row }) => {
    if (!actionsOfItem(row.type, row.state).includes(input.action)) throw fault(ctx, 'action', WORDS.notThis);
    const moves = row.gap_fen !== 0 || input.action === 'rematch' || input.action === 'reverseBill';
    const txNo = moves ? await WAYS[input.action](ctx, row, input) : undefined;
    await afterSettling(ctx, row);
    return {
      to: SUSPENDS.includes(input.action) ? ('suspended' as const) : ('resolved' as const),
      set: {
        action: input.action,
        tx_no: txNo ?? row.tx_no,
        evidence: JSON.stringify([...row.evidence, ...(input.evidence ?? [])]),
      },
      amountFen: Math.abs(row.gap_fen),
      ...(txNo !== undefined && { txNo }),
      after: {
        action: input.action,
        ...(input.action === 'createBill' && { party: input.party ?? 'team' }),
        ...(input.targetBillNo && { targetBillNo: input.targetBillNo }),
      },
    };
  });
}

const numberOf = (ctx: ActorContext) => async (id: number) => (await findItem(ctx.db, id))?.no ?? '';

/** Assigns differences to an account. @throws Refusal 40401 no such account */
export async function assign(ctx: ActorContext, ids: readonly number[], handlerId: number) {
  const name = (await accountNames(ctx.db, [handlerId])).get(handlerId);
  if (name === undefined) throw refuse(40401);
  const { answer, done } = await forEachRecord(
    ctx,
    [...new Set(ids)].sort((one, other) => one - other),
    (id) =>
      items.run(ctx, 'assign', { id }, async (_ctx, { row }) => ({
        to: row.state === 'suspended' ? ('suspended' as const) : ('handling' as const),
        keepsDecision: true as const,
        set: { handler_id: handlerId, handler_name: name },
        after: { handler: name },
      })),
    numberOf(ctx),
  );
  ctx.audit({ after: { ids: done, handler: name } });
  return answer;
}

/**
 * Marks differences as timing differences: a later statement may contain the missing entry. Only a bill without an entry or an entry
 * without a bill can be marked. The answer contains the refusal 42201 for other differences.
 */
export async function markTiming(ctx: ActorContext, ids: readonly number[]) {
  const { answer, done } = await forEachRecord(
    ctx,
    [...new Set(ids)].sort((one, other) => one - other),
    (id) =>
      items.run(ctx, 'markTiming', { id }, async (_ctx, { row }) => {
        if (row.type !== 'bookOnly' && row.type !== 'channelOnly') throw refuse(42201, { state: ctx.t(WORDS.notThis) });
        const until = addDays(row.day, RECON.timingDays);
        return { to: row.state as 'open' | 'handling', keepsDecision: true as const, set: { timing_until: until } };
      }),
    numberOf(ctx),
  );
  ctx.audit({ after: { ids: done } });
  return answer;
}
