import type { CaseStep, CaseType } from '../../../contract/case';
import type { TextParams } from '../../../contract/message';
import type { Text } from '../../../contract/text';
import { forEachRecord } from '../../core/http/bulk';
import type { ActorContext } from '../../core/http/context';
import { yuanText } from '../../core/money/amounts';
import { notify } from '../notice';
import type { CaseDefinition, CaseRecord, CaseWords, Effect } from './definition';
import type { caseHistory } from './history';
import { type caseOpening, noteOf, type StepInput } from './opening';
import { addSteps, decideCase, readCases } from './store';

/** Sends a notice to the maker of a document. The notice can contain the document's number as `{no}` and the amount as `{x}`. */
export async function tellMaker(
  tools: Parameters<typeof notify>[0],
  { no, amountFen, makerId }: CaseRecord<string>,
  words: CaseWords,
): Promise<void> {
  const params = { no: no ?? '', x: yuanText(amountFen ?? 0), ...words.params };
  await notify(tools, { type: 'message', source: 'finance', accountIds: [makerId], ...words, params });
}

/** Builds the answer to a step: the new state and a message. */
const answerOf =
  <S extends string>(type: Pick<CaseType<S, string>, 'stateText'>) =>
  (
    ctx: ActorContext,
    { id, no }: { readonly id: number; readonly no: string | null },
    state: S,
    version: number,
    message: Text | undefined,
    params: TextParams = {},
  ) => {
    const stateText = type.stateText(state, ctx.locale);
    const said = message && ctx.t(message, { no: no ?? '', ...params });
    return { id, ...(no !== null && { no }), state, stateText, version, ...(said !== undefined && { message: said }) };
  };

/** Creates the functions that take a person's step on one or several documents of one kind. */
export function caseSteps<S extends string, A extends string, T extends Readonly<Record<A, CaseStep<S>>>, R, O>(
  definition: CaseDefinition<S, A, T, R, O>,
  { lineOf }: Pick<ReturnType<typeof caseHistory>, 'lineOf'>,
  { described, open }: ReturnType<typeof caseOpening<S, A, T, R, O>>,
) {
  const { type, table } = definition;

  const answer = answerOf(type);

  /**
   * Takes a step. It runs the checks and the effect, and stores the new state, the history, the notice and the operation record.
   *
   * @param effectOf replaces the declared effect, for a step whose input has more fields than {@link StepInput}
   */
  async function run(
    ctx: ActorContext,
    action: A,
    input: StepInput,
    effectOf: Effect<S, R, O> | undefined = definition.effects?.[action],
  ) {
    const { row, object, record } = await open(ctx, action, input);
    const note = noteOf(input);
    const call = { row, object, note };
    const effect = (await effectOf?.(ctx, call)) ?? {};
    const state = effect.to ?? type.steps[action].to;
    const { accountId, name } = ctx.actor;
    const version = await decideCase(ctx.db, table, record, {
      state,
      decision: effect.keepsDecision ? null : { by: accountId, name, at: ctx.clock.now(), note },
      set: effect.set ?? {},
    });
    const { amountFen, txNo } = effect;
    const system = { ids: ctx.ids, clock: ctx.clock };
    await addSteps(ctx.db, [
      lineOf(ctx, record.id, action, { note, ...(amountFen !== undefined && { amountFen }), ...(txNo && { txNo }) }),
      ...(effect.lines ?? []).map(({ step, ...more }) => lineOf(system, record.id, step, more)),
    ]);
    const words = type.steps[action].by === 'maker' ? null : definition.notice?.(call, state);
    if (words) await tellMaker(ctx, record, { ...words, params: { checker: name, ...words.params } });
    const { before, after, detail } = definition.recorded(call, state, effect);
    ctx.audit({
      ...described(row),
      before,
      after,
      ...(note && { reason: note }),
      // Record the name only of a maker with a console account. The audit is permanent, but names of app users must be deletable.
      detail: { ...detail, makerId: record.makerId, ...(record.makerId > 0 && { makerName: record.makerName }) },
    });
    return answer(ctx, record, state, version, effect.done ?? definition.done[action], effect.params);
  }

  return {
    answer,
    run,

    /**
     * Takes the same step on several documents, each separately.
     *
     * @param versions the versions that the caller read, by document id. The version is not checked for a document without an entry
     */
    async runEach(
      ctx: ActorContext,
      action: A,
      ids: readonly number[],
      {
        versions,
        ...input
      }: Omit<StepInput, 'id' | 'version'> & {
        readonly versions?: Readonly<Record<string, number>> | undefined;
      },
    ) {
      const numberOf = async (id: number) => {
        const [row] = await readCases<R>(ctx.db, table, [id]);
        return (row && definition.record(row).no) ?? '';
      };
      return forEachRecord(ctx, ids, (id) => run(ctx, action, { ...input, id, version: versions?.[id] }), numberOf);
    },
  };
}
