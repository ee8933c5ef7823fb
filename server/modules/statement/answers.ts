import type { DataOf } from '../../../contract/endpoint';
import { FLOW_FIGURES } from '../../../contract/finance.figures';
import { ENTRY_TYPES } from '../../../contract/ledger.entries';
import { RULE } from '../../../contract/rule-ids';
import type { statementEndpoints } from '../../../contract/statement';
import { CORRECTION_TEXT, statementCase } from '../../../contract/statement.states';
import type { StatementFeeLine } from '../../core/database/tables/statement';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { viewerOf } from '../case';
import { assertTeamInScope } from '../team';
import { statementDocuments } from './decide';
import { isBalanced, type MonthFigures } from './figures';
import { countDisputed, type StatementRecord, statementPage } from './list-store';
import { firstDay, lastDay } from './month';
import { figuresIn, findRevision, type RevisionRow, revisionsOf } from './store';
import { WORDS } from './words';

/** This module builds the API answers about statements. */

export type StatementAnswer = DataOf<(typeof statementEndpoints)['finance.Statement/getList']>['list'][number];

const figureAnswer = (figures: Omit<MonthFigures, 'movements' | 'fees' | 'corrections'>) => ({
  orders: figures.orders,
  goodsFen: figures.goodsFen,
  deliveryFen: figures.deliveryFen,
  technicalFeeFen: figures.totals.technicalFee,
  deliveryFeeFen: figures.totals.deliveryFee,
  promotionFeeFen: figures.totals.promotionFee,
  otherFeesFen: figures.totals.otherFees,
  refundsFen: figures.totals.refunds,
  compensationFen: figures.totals.compensation,
  adjustmentsFen: figures.totals.adjustments,
  payableFen: figures.payableFen,
  creditedFen: figures.creditedFen,
  openingFen: figures.openingFen,
  closingFen: figures.closingFen,
  correctedFen: figures.correctedFen,
});

export function statementAnswers(ctx: ActorContext, rows: readonly StatementRecord[]): StatementAnswer[] {
  const viewer = viewerOf(ctx);
  const now = ctx.clock.now();
  return rows.map((row) => {
    const facts = { state: row.state, expireAt: null, makerId: row.maker_id, makerIsOwner: false, amountFen: null };
    return {
      id: row.id,
      version: row.version,
      no: row.no,
      teamId: row.team_id,
      teamName: row.team_name,
      month: row.month,
      revision: row.revision,
      state: row.state,
      stateText: statementCase.stateText(row.state, ctx.locale),
      isFrozen: row.frozen,
      ...figureAnswer({
        orders: row.orders,
        goodsFen: row.goods_fen,
        deliveryFen: row.delivery_fen,
        payableFen: row.payable_fen,
        creditedFen: row.credited_fen,
        openingFen: row.opening_fen,
        closingFen: row.closing_fen,
        correctedFen: row.corrected_fen,
        totals: row.totals,
      }),
      sentAt: row.sent_at?.toISOString() ?? null,
      confirmBy: row.confirm_by?.toISOString() ?? null,
      confirmedAt: row.confirmed_at?.toISOString() ?? null,
      disputeText: row.dispute_text,
      answerText: row.answer_text,
      actions: statementCase.actionsFor(facts, viewer, now),
    };
  });
}

/** Returns the name of a fee. Fees of the group "other fees" use the name of their entry type. */
export function feeText(ctx: Pick<ActorContext, 't'>, { fee, type }: StatementFeeLine): string {
  return ctx.t(fee === 'otherFees' ? ENTRY_TYPES[type].text : FLOW_FIGURES[fee].text);
}

const reasonText = (ctx: ActorContext, { revision, reason }: RevisionRow): string =>
  reason === '' && revision > 1 ? ctx.t(WORDS.corrected) : reason;

/**
 * Reads one statement with its history, all its revisions and the figures of one revision.
 *
 * @param asked.revision number of the revision whose figures are read; without it, the current revision
 * @throws Refusal 40302 (station out of scope), 40401 (unknown id or revision)
 */
export async function statementDetail(
  ctx: ActorContext,
  { id, revision }: { readonly id: number; readonly revision?: number | undefined },
) {
  const one = { sort: 'month', order: 'desc', offset: 0, limit: 1 } as const;
  const [row] = await statementPage(ctx.db, { scope: { kind: 'all' }, id }, one);
  if (!row) throw refuse(40401);
  await assertTeamInScope(ctx, row.team_id);
  const [answer] = statementAnswers(ctx, [row]);
  const shown = await findRevision(ctx.db, id, revision ?? row.revision);
  if (!answer || !shown) throw refuse(40401);
  const figures = figuresIn(shown);
  const revisions = await revisionsOf(ctx.db, id);
  const history = await statementDocuments.history(ctx, id);
  return {
    ...answer,
    ...figureAnswer(figures),
    revision: shown.revision,
    currentRevision: row.revision,
    isFrozen: shown.frozen,
    fromDay: firstDay(row.month),
    toDay: lastDay(row.month),
    madeAt: shown.made_at.toISOString(),
    movements: figures.movements.map(({ type, fen }) => ({
      type,
      typeText: ctx.t(ENTRY_TYPES[type].text),
      amountFen: fen,
    })),
    isBalanced: isBalanced(figures),
    fees: figures.fees.map((line, at) => ({
      key: String(at),
      fee: line.fee,
      feeText: feeText(ctx, line),
      ruleName: line.ruleName,
      ruleFrom: line.ruleFrom,
      rateBp: line.rateBp,
      fixedFen: line.fixedFen,
      entries: line.entries,
      baseFen: line.baseFen,
      amountFen: line.fen,
      firstAt: line.firstAt,
      lastAt: line.lastAt,
    })),
    corrections: figures.corrections.map(({ txNo, type, reason, day, fen }) => ({
      txNo,
      typeText: ctx.t(ENTRY_TYPES[type].text),
      reason,
      reasonText: ctx.t(CORRECTION_TEXT[reason]),
      day,
      amountFen: fen,
    })),
    revisions: revisions.map((each) => ({
      revision: each.revision,
      madeAt: each.made_at.toISOString(),
      reason: reasonText(ctx, each),
      payableFen: each.payable_fen,
      correctedFen: each.corrected_fen,
    })),
    steps: history.map(({ key, at, text, byName, note }) => ({ key, at, text, byName, note })),
  };
}

/** Counts disputed statements in the caller's scope. @param teamIds stations whose statements are counted; `null` means all */
export function disputedStatements(ctx: ActorContext, teamIds: readonly number[] | null): Promise<number> {
  return countDisputed(ctx.db, ctx.actor.scopeOf(RULE['financial.bill']), teamIds);
}
