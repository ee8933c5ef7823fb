import type { ParsedOf } from '../../../contract/endpoint';
import type { statementEndpoints } from '../../../contract/statement';
import { missingRight } from '../../core/access/access';
import type { ActorContext } from '../../core/http/context';
import { proposeAdjust } from '../teamFund';
import { revised, statementDocuments } from './decide';
import type { StatementRow } from './store';
import { WORDS } from './words';

type Input = ParsedOf<(typeof statementEndpoints)['finance.Statement/answerDispute']>;
const ADJUST = 3306;
/** Maximum length of an adjustment's reason, in characters. */
const REASON = 200;

/**
 * Proposes the adjustment that belongs to an answer. Another person must approve it.
 *
 * @throws Refusal 40001 (invalid evidence), 42241 (insufficient balance)
 */
async function propose(ctx: ActorContext, row: StatementRow, answer: string, adjust: NonNullable<Input['adjust']>) {
  const { no } = await proposeAdjust(ctx, {
    teamId: row.team_id,
    account: 'available',
    direction: adjust.direction,
    amountFen: adjust.amountFen,
    category: 'correction',
    relatedNo: row.no,
    reason: answer.slice(0, REASON),
    evidence: adjust.evidence,
  });
  return no ?? '';
}

/**
 * Answers a dispute with a new revision. An attached adjustment is posted after another person approves it. The adjustment creates
 * a further revision when its day is closed.
 *
 * @throws Refusal 40001 (invalid evidence), 40301 (no permission to adjust), 40302 (out of scope), 40303 (no second verification for
 *   an adjustment), 40401 (unknown statement), 40901 (changed meanwhile), 42201 (wrong state), 42241 (insufficient balance),
 *   42247 (a day of the month is open)
 */
export function answerDispute(ctx: ActorContext, { answer, adjust, ...input }: Input) {
  if (adjust) {
    if (!ctx.can(ADJUST)) throw missingRight([ADJUST], ctx.locale);
    ctx.requireSecond();
  }
  return statementDocuments.run(ctx, 'answer', { ...input, note: answer }, async (own, { row }) => {
    const no = adjust ? await propose(own, row, answer, adjust) : null;
    const effect = await revised(own, row, answer);
    return {
      set: { ...effect.set, answer_text: answer },
      after: { ...effect.after, ...(no && { adjust: no }) },
      params: { ...effect.params, ...(no && { adjust: no }) },
      ...(no && { done: WORDS.answeredWithAdjust }),
    };
  });
}
