import type { CaseStep } from '../../../contract/case';
import type { Text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { Actor } from '../../core/actor';
import type { Clock } from '../../core/clock';
import type { ActorContext } from '../../core/http/context';
import type { Ids } from '../../core/ids';
import type { CaseDefinition, Db, LineFacts } from './definition';
import { addSteps, type NewStep, stepsOf } from './store';

const SUBMITTED = WORD.submitted;

/** Author and time of a history line. Without an `actor`, the author is the system. */
export interface Writer {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly actor?: Pick<Actor, 'accountId' | 'name'>;
}

/** Creates the functions that write and read the history of one kind of document. */
export function caseHistory<S extends string, A extends string, T extends Readonly<Record<A, CaseStep<S>>>, R, O>({
  type,
  lineTexts,
}: Pick<CaseDefinition<S, A, T, R, O>, 'type' | 'lineTexts'>) {
  function lineOf({ clock, ids, actor }: Writer, caseId: number, step: string, more: LineFacts = {}): NewStep {
    return {
      case_type: type.key,
      case_id: caseId,
      id: ids.next(),
      step,
      at: clock.now(),
      by_id: actor?.accountId ?? 0,
      by_name: actor?.name ?? '',
      note: more.note || null,
      amount_fen: more.amountFen ?? null,
      tx_no: more.txNo ?? null,
      rider_id: more.riderId ?? null,
      income_day: more.incomeDay ?? null,
    };
  }

  const textOf = (step: string): Text => {
    const { happened, text: label } = step in type.steps ? type.steps[step as A] : { happened: null, text: SUBMITTED };
    return lineTexts?.[step] ?? happened ?? label;
  };

  return {
    /** Builds a history line without storing it. */
    lineOf,

    /** Stores a line of the history. */
    async addStep(
      { db, ...writer }: Writer & { readonly db: Db },
      caseId: number,
      step: A | 'submit',
      more: LineFacts = {},
    ): Promise<void> {
      await addSteps(db, [lineOf(writer, caseId, step, more)]);
    },

    /** Reads the history of a document, oldest first. */
    async history(ctx: ActorContext, id: number) {
      const steps = await stepsOf(ctx.db, type.key, id);
      return steps.map((step) => ({
        key: String(step.id),
        step: step.step,
        at: step.at.toISOString(),
        text: ctx.t(textOf(step.step)),
        byName: step.by_name,
        note: step.note ?? '',
        amountFen: step.amount_fen,
        txNo: step.tx_no,
      }));
    },
  };
}
