import { sql } from 'kysely';
import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import type { foodLossIntakeEndpoints } from '../../../contract/foodLoss.intake';
import { type AskedParty, foodLossCase, LOSS_APPEAL_TEXT, LOSS_REASON_TEXT } from '../../../contract/foodLoss.states';
import { maskTelsIn } from '../../core/access/mask';
import type { CallContext } from '../../core/http/context';
import { readSetting } from '../site';
import { windowEnd } from './steps';
import type { Db, DecisionRow, LossRow } from './store';

/** Food losses for the apps of their parties (docs/orders.md). Each party reads only its own data. */

type Input = ParsedOf<(typeof foodLossIntakeEndpoints)['foodLoss.Intake/getCases']>;
type Answer = DataOf<(typeof foodLossIntakeEndpoints)['foodLoss.Intake/getCases']>;

const PERSON = {
  rider: 'rider_id',
  merchant: 'merchant_id',
  team: 'team_id',
  user: 'user_id',
} as const satisfies Record<AskedParty, keyof LossRow>;

/** Selects a person's cases; the newest is the first. One row more than the limit is read, to find out whether there are more. */
function rowsOf(db: Db, { party, personId, lossNos, before, limit }: Input): Promise<LossRow[]> {
  let query = db.selectFrom('food_loss').selectAll().where(PERSON[party], '=', personId);
  if (lossNos) query = query.where('no', 'in', lossNos);
  if (before !== undefined)
    query = query.where(
      sql<boolean>`(created_at, id) < (select b.created_at, b.id from food_loss b where b.no = ${before}
        and ${sql.ref(`b.${PERSON[party]}`)} = ${personId})`,
    );
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Reads the decisions of several cases, and the shares and appeals of this party. */
async function partsOf(db: Db, rows: readonly LossRow[], party: AskedParty) {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return { decisions: [], shares: [], appeals: [] };
  const [decisions, shares, appeals] = await Promise.all([
    db.selectFrom('food_loss_decision').selectAll().where('loss_id', 'in', ids).execute(),
    db.selectFrom('food_loss_share').selectAll().where('loss_id', 'in', ids).where('party', '=', party).execute(),
    db.selectFrom('food_loss_appeal').selectAll().where('loss_id', 'in', ids).where('party', '=', party).execute(),
  ]);
  return { decisions, shares, appeals };
}
type Parts = Awaited<ReturnType<typeof partsOf>>;

function decisionOf(row: LossRow, party: AskedParty, decision: DecisionRow | undefined, { shares }: Parts) {
  const share = shares.find(({ loss_id: id, revision }) => id === row.id && revision === row.revision);
  const isPayee = row.pay_to === party;
  const shareBp = share?.share_bp ?? 0;
  if (!decision || (!isPayee && shareBp === 0)) return null;
  return {
    revision: decision.revision,
    decidedAt: decision.at.toISOString(),
    opinion: maskTelsIn(decision.opinion),
    shareBp,
    bearsFen: share?.decided_fen ?? 0,
    borneFen: share?.borne_fen ?? null,
    owedFen: share?.owed_fen ?? 0,
    receivesFen: isPayee ? decision.comp_fen : 0,
    receivedFen: isPayee ? row.paid_fen : 0,
    payWay: isPayee ? row.pay_way : null,
  };
}

export async function ownCases(ctx: CallContext, input: Input): Promise<Answer> {
  const { party, limit } = input;
  const found = await rowsOf(ctx.db, input);
  const rows = found.slice(0, limit);
  const parts = await partsOf(ctx.db, rows, party);
  const { lossAppealHours } = await readSetting(ctx.db, 'business');
  const list = rows.map((row) => {
    const current = parts.decisions.find(({ loss_id: id, revision }) => id === row.id && revision === row.revision);
    const appeal = parts.appeals.find(({ loss_id: id }) => id === row.id);
    const decision = decisionOf(row, party, current, parts);
    const end = windowEnd(row, current, lossAppealHours);
    const mayAppeal = !appeal && (decision?.shareBp ?? 0) > 0 && end !== null && end > ctx.clock.now();
    return {
      lossNo: row.no,
      orderNo: row.order_no,
      reason: row.reason,
      reasonText: ctx.t(LOSS_REASON_TEXT[row.reason]),
      state: row.state,
      stateText: ctx.t(foodLossCase.states[row.state].text),
      reporterType: row.reporter_type,
      reportedAt: row.created_at.toISOString(),
      closedAt: row.closed_at?.toISOString() ?? null,
      claimFen: row.reporter_type === party ? row.claim_fen : null,
      asked: row.asked
        .filter((one) => one.party === party && one.answeredAt === null)
        .map(({ what, dueAt }) => ({ what: maskTelsIn(what), dueAt })),
      decision,
      appealUntil: mayAppeal ? end.toISOString() : null,
      appeal: appeal
        ? {
            at: appeal.at.toISOString(),
            result: appeal.result,
            resultText: ctx.t(LOSS_APPEAL_TEXT[appeal.result]),
            answer: appeal.answer === null ? null : maskTelsIn(appeal.answer),
          }
        : null,
    };
  });
  return { list, more: found.length > limit };
}
