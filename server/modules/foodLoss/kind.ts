import { type SqlBool, sql } from 'kysely';
import { foodLossCase, LOSS, LOSS_PARTY_TEXT, LOSS_REASON_TEXT } from '../../../contract/foodLoss.states';
import { RULE } from '../../../contract/rule-ids';
import { HOUR_MS } from '../../../contract/units';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { percentText, yuan, yuanText } from '../../core/money/amounts';
import { messageText } from '../../core/texts';
import { type CaseEffect, decidableByRule, defineCase, readRecord } from '../case';
import { peopleNames } from '../people';
import { assertTeamInScope, scopesOfTeam, teamNames } from '../team';
import { letSettle } from './holds';
import { advanceLoss, bearAdvance } from './pay';
import { LOSS_TABLE, type LossRow, sharesOf, type Tools } from './store';
import { WORDS } from './words';

/**
 * Food losses as a kind of document: effects of simple steps, notices to the maker, and rows of the approvals inbox. The effects of steps
 * with forms are in steps.ts.
 */

type Effect = CaseEffect<LossRow['state']>;
export const linkTo = (id: number): string => `/foodLossManagement/index?open=${id}`;

/** Returns the time `hours` from now: when the next step of staff is due, or when the parties' time to answer or appeal ends. */
export const dueIn = (ctx: Pick<ActorContext, 'clock'>, hours: number): Date =>
  new Date(ctx.clock.now().getTime() + hours * HOUR_MS);

/** Lifts the hold of a case that ends without a final payment, and returns the columns of the closed case. */
export async function endLoss(tools: Tools, row: LossRow) {
  await letSettle(tools, row);
  return { due_at: null, closed_at: tools.clock.now() };
}
const end = async (ctx: ActorContext, row: LossRow): Promise<Effect> => ({ set: await endLoss(ctx, row) });

/**
 * Pays the payee in advance.
 *
 * @throws Refusal 42201 (an advance was already paid, or the payment uses the original route), and the codes of {@link advanceLoss}
 */
async function payNow(ctx: ActorContext, row: LossRow): Promise<Effect> {
  if (row.advanced || row.pay_way === 'originalRoute')
    throw refuse(42201, { state: foodLossCase.states[row.state].text });
  const { paidFen, txNo } = await advanceLoss(ctx, row, ctx.actor.accountId);
  return {
    keepsDecision: true,
    set: { advanced: true, paid_fen: paidFen, tx_nos: JSON.stringify([...row.tx_nos, ...(txNo ? [txNo] : [])]) },
    amountFen: paidFen,
    ...(txNo && { txNo }),
    params: { x: yuanText(paidFen) },
    after: { paidFen },
  };
}

export const losses = defineCase({
  type: foodLossCase,
  table: LOSS_TABLE,
  record: (row: LossRow) => readRecord({ ...row, amount_fen: row.comp_fen ?? row.claim_fen }),
  object: async (ctx, row: LossRow) => assertTeamInScope(ctx, row.team_id),
  effects: {
    accept: async (ctx) => ({
      set: {
        handler_id: ctx.actor.accountId,
        handler_name: ctx.actor.name,
        due_at: dueIn(ctx, LOSS.decideHours),
      },
    }),
    payNow: (ctx, { row }) => payNow(ctx, row),
    refundFailed: async (_ctx, { row }) => ({
      keepsDecision: true,
      set: { due_at: null, fail_reason: 'refused', attempts: Math.max(row.attempts, LOSS.attempts) },
    }),
    close: async (ctx, { row, note }) => {
      await ctx.secondPerson({
        state: { no: row.no, state: row.state },
        teamId: row.team_id,
        change: {
          objectId: row.id,
          objectNo: row.no,
          before: { state: row.state, amount: yuan(row.comp_fen ?? 0) },
          after: { state: 'closed', reason: note },
        },
      });
      await bearAdvance(ctx, row);
      return { ...(await end(ctx, row)), keepsDecision: true, after: { compFen: row.comp_fen, paidFen: row.paid_fen } };
    },
    reject: (ctx, { row }) => end(ctx, row),
    cancel: (ctx, { row }) => end(ctx, row).then((effect) => ({ ...effect, keepsDecision: true as const })),
  },
  done: {
    accept: WORDS.accepted,
    decide: WORDS.decided,
    payNow: WORDS.advanced,
    appeal: WORDS.appealed,
    decideAppeal: WORDS.appealDecided,
    recordRefund: WORDS.refunded,
    collect: WORDS.insurerCollected,
    refundFailed: WORDS.refundFailed,
    retryPay: WORDS.retried,
    close: WORDS.closed,
    reject: WORDS.rejected,
    cancel: WORDS.cancelled,
  },
  notice: ({ row, note }, state) =>
    row.maker_id === 0
      ? null
      : {
          title: WORDS.noticeTitle,
          content: WORDS.noticeText,
          link: linkTo(row.id),
          params: { state: foodLossCase.states[state].text, note },
        },
  recorded: ({ row }, state, { before, after, txNo }) => ({
    before: { state: row.state, ...before },
    after: { state, teamId: row.team_id, orderNo: row.order_no, ...after, ...(txNo && { txNo }) },
  }),
  // The approvals inbox lists only appeals. The person who made the decision in force must not decide the appeal against it.
  decidable: (db, actor) => {
    const byRule = decidableByRule(db, actor, { table: LOSS_TABLE, rule: RULE['foodLoss.decideAppeal'] });
    return sql<SqlBool>`(${byRule} and food_loss.decider_id is distinct from ${actor.accountId})`;
  },
  faces: async (ctx, rows) => {
    const names = await teamNames(
      ctx.db,
      rows.map(({ team_id: id }) => id),
    );
    return rows.map((row) => ({
      title: `${ctx.t(foodLossCase.title)} · ${ctx.t(LOSS_REASON_TEXT[row.reason])}`,
      object: `${names.get(row.team_id) ?? ''} ${row.order_no}`.trim(),
      link: linkTo(row.id),
    }));
  },
  detail: {
    admit: async (ctx, row) => {
      if (!ctx.can(RULE.foodLoss)) throw refuse(40401);
      const team = await scopesOfTeam(ctx.db, row.team_id);
      if (!team?.seenBy(ctx.actor.scopeOf(RULE.foodLoss))) throw refuse(40302);
    },
    extras: async (ctx, row) => {
      const names = await peopleNames(ctx.db, { rider: row.rider_id === null ? [] : [row.rider_id] });
      const shares = (await sharesOf(ctx.db, row.id)).filter(({ revision }) => revision === row.revision);
      const liable = shares.map(
        ({ party, share_bp: bp }) => `${ctx.t(LOSS_PARTY_TEXT[party])} ${ctx.t(percentText(bp))}`,
      );
      const fact = (
        key: 'orderNo' | 'reason' | 'riderName' | 'parties',
        value: string,
        link: string | null = null,
      ) => ({
        key,
        label: ctx.t(messageText(`foodLoss.${key}`)),
        value,
        link,
      });
      return {
        facts: [
          fact('orderNo', row.order_no, linkTo(row.id)),
          fact('reason', `${ctx.t(LOSS_REASON_TEXT[row.reason])} · ${row.description}`),
          fact('riderName', names.get(`rider ${row.rider_id}`) ?? ''),
          fact('parties', liable.join(' · ')),
        ],
      };
    },
  },
});
