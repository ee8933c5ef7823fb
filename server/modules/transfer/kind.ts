import { type SqlBool, sql } from 'kysely';
import { PAYMENT } from '../../../contract/payment.settings';
import { RULE } from '../../../contract/rule-ids';
import { text } from '../../../contract/text';
import { TRANSFER, transferCase } from '../../../contract/transfer.states';
import { MINUTE_MS } from '../../../contract/units';
import { assertWhole } from '../../core/access/whole-scope';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { messageText } from '../../core/texts';
import { defineCase, readRecord } from '../case';
import { endBill, freeAtNumber } from '../ledger';
import { enabledKeys } from '../setting';
import { configuredNumber } from '../withdraw';
import { openTransferBill } from './money';
import { type NumberRow, numbersOf, TRANSFER_TABLE, type TransferRow } from './store';

/** This module defines the workflow of transfers: its effects, texts and permissions. */

const WORDS = {
  short: text(
    '转出商户号余额不足',
    'The sending number does not have enough balance',
    'O número de origem não tem saldo',
    '轉出商戶號餘額不足',
  ),
  off: text('已启用的商户号', 'An enabled merchant number', 'Um número ativo', '已啟用的商戶號'),
  approved: text(
    '调拨 {no} 已通过，金额已预留',
    'Transfer {no} approved; the amount is reserved',
    'Transferência {no} aprovada; o valor está reservado',
    '調撥 {no} 已通過，金額已預留',
  ),
  rejected: text('调拨 {no} 已驳回', 'Transfer {no} rejected', 'Transferência {no} recusada', '調撥 {no} 已駁回'),
  withdrawn: text('调拨 {no} 已撤回', 'Transfer {no} withdrawn', 'Transferência {no} retirada', '調撥 {no} 已撤回'),
  sent: text(
    '调拨 {no} 已登记转出 {x} 元',
    'Transfer {no} booked as sent, ¥{x}',
    'Envio da transferência {no} lançado, ¥{x}',
    '調撥 {no} 已登記轉出 {x} 元',
  ),
  arrived: text(
    '调拨 {no} 已登记到账 {x} 元',
    'Transfer {no} booked as received, ¥{x}',
    'Recebimento da transferência {no} lançado, ¥{x}',
    '調撥 {no} 已登記到帳 {x} 元',
  ),
  returned: text(
    '调拨 {no} 已登记退回 {x} 元',
    'Return of transfer {no} booked, ¥{x}',
    'Devolução da transferência {no} lançada, ¥{x}',
    '調撥 {no} 已登記退回 {x} 元',
  ),
  abandoned: text('调拨 {no} 已放弃', 'Transfer {no} abandoned', 'Transferência {no} abandonada', '調撥 {no} 已放棄'),
  title: text(
    '商户号调拨{state}：{no}',
    'Transfer {state}: {no}',
    'Transferência {state}: {no}',
    '商戶號調撥{state}：{no}',
  ),
  content: text(
    '{no} 共 {x} 元，由 {checker} 处理。{note}',
    '{no}, ¥{x}, handled by {checker}. {note}',
    '{no}, ¥{x}, tratada por {checker}. {note}',
    '{no} 共 {x} 元，由 {checker} 處理。{note}',
  ),
  expired: text(
    '{no} 共 {x} 元：无人在期限内审核。',
    '{no}, ¥{x}: not reviewed in time.',
    '{no}, ¥{x}: não revisado a tempo.',
    '{no} 共 {x} 元：無人在期限內審核。',
  ),
} as const;

const APPROVE = RULE['financial.merchant.approveTransfer'];
export const linkTo = (id: number): string => `/financial/merchantIdFunds?part=transfers&open=${id}`;

/**
 * Loads both merchant numbers of a transfer, including disabled numbers. An approved transfer is completed even if a number is disabled
 * later.
 *
 * @throws Refusal 42330 when a number is missing
 */
export async function bothNumbers(
  { db }: Pick<ActorContext, 'db'>,
  { from_id: fromId, to_id: toId }: Pick<TransferRow, 'from_id' | 'to_id'>,
): Promise<{ from: NumberRow; to: NumberRow }> {
  const numbers = await numbersOf(db, [fromId, toId]);
  const [from, to] = [numbers.get(fromId), numbers.get(toId)];
  if (!from || !to) throw refuse(42330, { missing: WORDS.off });
  return { from, to };
}

/** Loads both merchant numbers of a transfer that has not begun. @throws Refusal 42330 when a number is disabled or missing */
export async function loadEnabledNumbers(
  tools: Pick<ActorContext, 'db'>,
  row: Pick<TransferRow, 'from_id' | 'to_id'>,
): Promise<{ from: NumberRow; to: NumberRow }> {
  const numbers = await bothNumbers(tools, row);
  if (!numbers.from.enabled || !numbers.to.enabled) throw refuse(42330, { missing: WORDS.off });
  return numbers;
}

/** Checks the free balance of the sending number. @throws Refusal 50201 when it is insufficient */
export async function assertFree({ db }: Pick<ActorContext, 'db'>, fromId: number, amountFen: number): Promise<void> {
  if ((await freeAtNumber(db, fromId)) < amountFen) throw refuse(50201, { msg: WORDS.short });
}

/**
 * Returns the channel that can execute the transfer, or `null` if people must do it. Only Alipay can execute a transfer, from the
 * configured account to another of our Alipay accounts.
 */
async function channelFor(ctx: ActorContext, { from, to }: { from: NumberRow; to: NumberRow }) {
  if (from.channel !== 'alipay' || to.channel !== 'alipay') return null;
  if (!(await enabledKeys(ctx.db)).includes(PAYMENT.groups.ali.key)) return null;
  return (await configuredNumber(ctx, 'alipay')) === from.mch_no ? ('alipay' as const) : null;
}

/**
 * Decides whether a channel or people execute the transfer, checks the balance and opens the bill. The channel is called after the commit.
 */
async function start(ctx: ActorContext, row: TransferRow) {
  const numbers = await loadEnabledNumbers(ctx, row);
  await assertFree(ctx, row.from_id, row.amount_fen);
  const channel = await channelFor(ctx, numbers);
  const billId = await openTransferBill(ctx, row, numbers);
  return {
    to: channel === null ? ('byHand' as const) : ('processing' as const),
    set: {
      channel,
      bill_id: billId,
      ...(channel !== null && { query_at: new Date(ctx.clock.now().getTime() + MINUTE_MS) }),
    },
    amountFen: row.amount_fen,
    after: { from: numbers.from.mch_no, to: numbers.to.mch_no, channel },
  };
}

type FactName = 'fromNo' | 'toNo' | 'amountFen' | 'reason' | 'channelNo' | 'outTxNo' | 'inTxNo';

/** Workflow of a transfer. The endpoints of manual postings pass the effects of their steps. */
export const transfers = defineCase({
  type: transferCase,
  table: TRANSFER_TABLE,
  record: (row: TransferRow) => readRecord(row),
  object: async (ctx) => assertWhole(ctx),
  effects: {
    approve: (ctx, { row }) => start(ctx, row),
    abandon: async (ctx, { row, note }) => {
      await endBill(ctx.db, row.bill_id ?? 0, 'closed');
      return { keepsDecision: true, set: { note, finished_at: ctx.clock.now() } };
    },
  },
  done: {
    approve: WORDS.approved,
    reject: WORDS.rejected,
    withdraw: WORDS.withdrawn,
    bookOut: WORDS.sent,
    bookIn: WORDS.arrived,
    bookReturn: WORDS.returned,
    abandon: WORDS.abandoned,
  },
  notice: ({ row, note }, state) => ({
    title: WORDS.title,
    content: WORDS.content,
    link: linkTo(row.id),
    params: { state: transferCase.states[state].text, note },
  }),
  expiryNotice: (row) => ({
    title: WORDS.title,
    content: WORDS.expired,
    link: linkTo(row.id),
    params: { state: transferCase.states.expired.text },
  }),
  recorded: ({ row }, state, { txNo, after }) => ({
    before: { state: row.state },
    after: { state, amountFen: row.amount_fen, ...after, ...(txNo && { txNo }) },
  }),
  decidable: (_db, actor) => {
    const isOwner = actor.accountType === 'owner';
    const may = (isOwner || actor.rules.has(APPROVE)) && actor.scopeOf(APPROVE).kind === 'all';
    return sql<SqlBool>`(${may}::boolean and merchant_transfer.maker_id <> ${actor.accountId}
      and (${isOwner}::boolean or merchant_transfer.maker_is_owner or merchant_transfer.amount_fen <= ${TRANSFER.ownerAboveFen}))`;
  },
  faces: async (ctx, rows) => {
    const numbers = await numbersOf(
      ctx.db,
      rows.flatMap((row) => [row.from_id, row.to_id]),
    );
    const name = (id: number) => numbers.get(id)?.name ?? '';
    return rows.map((row) => ({
      title: ctx.t(transferCase.title),
      object: `${name(row.from_id)} → ${name(row.to_id)}`,
      link: linkTo(row.id),
    }));
  },
  detail: {
    async admit(ctx) {
      if (!ctx.can(RULE['financial.merchant'])) throw refuse(40401);
      assertWhole(ctx);
    },
    extras: async (ctx, row) => {
      const numbers = await numbersOf(ctx.db, [row.from_id, row.to_id]);
      const place = (id: number) => [numbers.get(id)?.mch_no, numbers.get(id)?.name].filter(Boolean).join(' ');
      const fact = (key: FactName, value: string | null, link: string | null = null) =>
        value ? [{ key, label: ctx.t(messageText(`transfer.${key}`)), value, link }] : [];
      const billLink =
        row.bill_id !== null && ctx.can(RULE['financial.bill']) ? `/financial/bill?open=${row.bill_id}` : null;
      return {
        facts: [
          ...fact('fromNo', place(row.from_id)),
          ...fact('toNo', place(row.to_id)),
          ...fact('amountFen', ctx.t(yuanText(row.amount_fen))),
          ...fact('reason', row.reason),
          ...fact('channelNo', row.channel_no),
          ...fact('outTxNo', row.out_tx_no, billLink),
          ...fact('inTxNo', row.in_tx_no),
        ],
      };
    },
  },
});
