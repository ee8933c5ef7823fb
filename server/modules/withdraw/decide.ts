import { type SqlBool, sql } from 'kysely';
import { PAYOUT_CHANNELS } from '../../../contract/payment.payout';
import { RULE } from '../../../contract/rule-ids';
import { text } from '../../../contract/text';
import { WITHDRAW_FIELDS, withdrawCase } from '../../../contract/withdraw.states';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { decidableByRule, defineCase, readRecord } from '../case';
import { unfreeze } from './money';
import { startPayout } from './payouts';
import { assertInScope, franchiseesOf } from './scope';
import { APPLY_TABLE, type ApplyRow } from './store';

/** This module defines the workflow of withdrawal applications: review, payout and closing (DOMAIN §4.4). */

const WORDS = {
  approved: text(
    '提现 {no} 已通过，等待打款',
    'Withdrawal {no} approved, to be paid',
    'Saque {no} aprovado, a pagar',
    '提現 {no} 已通過，等待打款',
  ),
  rejected: text(
    '提现 {no} 已驳回，退回 {x} 元',
    'Withdrawal {no} rejected, ¥{x} returned',
    'Saque {no} recusado, ¥{x} devolvidos',
    '提現 {no} 已駁回，退回 {x} 元',
  ),
  revoked: text(
    '提现 {no} 的通过已撤销',
    'Approval of withdrawal {no} revoked',
    'Aprovação do saque {no} revogada',
    '提現 {no} 的通過已撤銷',
  ),
  paying: text(
    '提现 {no} 已提交打款，实付 {x} 元',
    'Payout of withdrawal {no} started, ¥{x}',
    'Pagamento do saque {no} iniciado, ¥{x}',
    '提現 {no} 已提交打款，實付 {x} 元',
  ),
  paidOffline: text(
    '提现 {no} 已线下打款 {x} 元',
    'Withdrawal {no} paid offline, ¥{x}',
    'Saque {no} pago fora do sistema, ¥{x}',
    '提現 {no} 已線下打款 {x} 元',
  ),
  closed: text(
    '提现 {no} 已关闭，退回 {x} 元',
    'Withdrawal {no} closed, ¥{x} returned',
    'Saque {no} encerrado, ¥{x} devolvidos',
    '提現 {no} 已關閉，退回 {x} 元',
  ),
  returned: text(
    '提现 {no} 已登记退票，退回 {x} 元',
    'Return of withdrawal {no} recorded, ¥{x} available again',
    'Devolução do saque {no} registrada, ¥{x} disponíveis',
    '提現 {no} 已登記退票，退回 {x} 元',
  ),
  decidedTitle: text('提现{state}：{no}', 'Withdrawal {state}: {no}', 'Saque {state}: {no}', '提現{state}：{no}'),
  decidedText: text(
    '{no} 共 {x} 元，由 {checker} 处理。{note}',
    '{no}, ¥{x}, handled by {checker}. {note}',
    '{no}, ¥{x}, tratado por {checker}. {note}',
    '{no} 共 {x} 元，由 {checker} 處理。{note}',
  ),
} as const;

const linkTo = (id: number): string => `/financial/apply?open=${id}`;

/** Checks that the payer is not the reviewer, for amounts that need dual control. @throws Refusal 40305 (the caller reviewed it) */
export function assertSecondPerson(ctx: ActorContext, row: ApplyRow): void {
  if (row.is_dual && row.checker_id === ctx.actor.accountId) throw refuse(40305);
}

const giveBack = async (ctx: ActorContext, row: ApplyRow) => ({
  amountFen: row.amount_fen,
  txNo: await unfreeze(ctx, row, ctx.actor.accountId),
  set: { finished_at: ctx.clock.now() },
  params: { x: yuanText(row.amount_fen) },
});

/**
 * Starts the next payout of an application and makes the caller its payer.
 * @throws Refusal 40305 (the caller reviewed it), or the refusal of `startPayout`
 */
async function start(ctx: ActorContext, row: ApplyRow) {
  assertSecondPerson(ctx, row);
  const payout = await startPayout(ctx, row);
  const { accountId, name } = ctx.actor;
  return {
    keepsDecision: true as const,
    set: { payer_id: accountId, payer_name: name, pay_started_at: ctx.clock.now(), note: null },
    amountFen: row.net_fen,
    params: { x: yuanText(row.net_fen) },
    after: { payout: payout.po_no, netFen: row.net_fen, channel: row.channel },
  };
}

/**
 * Workflow of an application: what each step does to the money, and which permission it needs. The endpoints of offline payouts and returns
 * pass the effects of their steps.
 */
export const applications = defineCase({
  type: withdrawCase,
  table: APPLY_TABLE,
  record: (row: ApplyRow) => readRecord(row),
  object: async (ctx, row: ApplyRow) => assertInScope(ctx, row),
  effects: {
    reject: (ctx, { row, note }) => giveBack(ctx, row).then((effect) => ({ ...effect, set: { ...effect.set, note } })),
    revoke: async () => ({
      keepsDecision: true,
      set: { checker_id: null, checker_name: null, decided_at: null, note: null },
    }),
    pay: (ctx, { row }) => start(ctx, row),
    retry: (ctx, { row }) => start(ctx, row),
    closeFailed: async (ctx, { row, note }) => {
      const effect = await giveBack(ctx, row);
      return { ...effect, keepsDecision: true, set: { ...effect.set, note } };
    },
  },
  done: {
    approve: WORDS.approved,
    reject: WORDS.rejected,
    revoke: WORDS.revoked,
    pay: WORDS.paying,
    retry: WORDS.paying,
    payOffline: WORDS.paidOffline,
    closeFailed: WORDS.closed,
    recordReturn: WORDS.returned,
  },
  notice: ({ row, note }, state) =>
    row.maker_id === 0 || state === 'paying'
      ? null
      : {
          title: WORDS.decidedTitle,
          content: WORDS.decidedText,
          link: '/dashboard/index',
          params: { state: withdrawCase.states[state].text, note },
        },
  recorded: ({ row }, state, { before, after }) => ({
    before: { state: row.state, ...before },
    after: {
      state,
      ...(row.team_id !== null && { teamId: row.team_id }),
      subject: row.subject_name,
      amountFen: row.amount_fen,
      feeFen: row.fee_fen,
      ...after,
    },
  }),
  decidable: (db, actor) => {
    const ofStations = decidableByRule(db, actor, { table: APPLY_TABLE, rule: 3601 });
    if (actor.accountType !== 'owner' && !actor.rules.has(3601)) return ofStations;
    const ids = franchiseesOf(actor.scopeOf(3601));
    const own = ids === null ? sql`true` : sql`withdraw_apply.subject_id = any(${sql.val([...ids])}::bigint[])`;
    return sql<SqlBool>`(${ofStations} or withdraw_apply.subject_type = 'franchisee'
      and withdraw_apply.maker_id <> ${actor.accountId} and ${own})`;
  },
  faces: (ctx, rows) =>
    rows.map((row) => ({
      title: `${ctx.t(withdrawCase.title)} · ${ctx.t(PAYOUT_CHANNELS[row.channel])}`,
      object: row.subject_name,
      link: linkTo(row.id),
    })),
  detail: {
    async admit(ctx, row) {
      if (!ctx.can(RULE['financial.apply'])) throw refuse(40401);
      await assertInScope(ctx, row, RULE['financial.apply']);
    },
    extras: (ctx, row) => ({
      facts: [
        { key: 'subject', label: ctx.t(WITHDRAW_FIELDS.subject), value: row.subject_name, link: null },
        {
          key: 'channel',
          label: ctx.t(WITHDRAW_FIELDS.channel),
          value: ctx.t(PAYOUT_CHANNELS[row.channel]),
          link: null,
        },
        { key: 'payee', label: ctx.t(WITHDRAW_FIELDS.payeeName), value: row.payee_name, link: null },
        { key: 'fee', label: ctx.t(WITHDRAW_FIELDS.feeFen), value: ctx.t(yuanText(row.fee_fen)), link: null },
        { key: 'net', label: ctx.t(WITHDRAW_FIELDS.netFen), value: ctx.t(yuanText(row.net_fen)), link: null },
      ],
    }),
  },
});
