import type { AuditSpec } from '../../../../contract/endpoint';
import type { Locale } from '../../../../contract/text';
import { WORD } from '../../../../contract/words';
import { missingRight } from '../../access/access';
import type { AuditChange, DoneOne } from '../../audit';
import { inSavepoint } from '../../database/transaction';
import { refusalOf } from '../bulk';
import type { ActorContext } from '../context';
import { FOUR_EYES_TEXT } from '../four-eyes';
import { Accepted, Refusal, refuse } from '../refusal';
import type { CompensatingCall, CompensatingCalls } from '../undo';
import { refusalFor } from '../validation';
import type { Attempt } from './attempt';
import { isPermitted, rulesOf, withModuleScope } from './authorize';
import type { Bound, PipeDeps } from './call';

/** Reason that is recorded for an undo whose endpoint requires a reason. */
const UNDO_TEXT: Readonly<Record<Locale, string>> = WORD.undoAction;

/** Stores the data that an undo of the call needs. @returns the undo number, or `null` when the call cannot be undone */
export async function keepUndoable(
  { undo, clock }: Pick<PipeDeps, 'undo' | 'clock'>,
  { call, db, report }: Attempt,
  done: { readonly recordId: number; readonly input: unknown; readonly data: unknown },
): Promise<number | null> {
  const actor = call.session?.actor;
  // An undo cannot be undone. The user repeats the original action on its page.
  if (!actor || report.undoSpec !== null) return null;
  const { recordId, input, data } = done;
  const whole = { address: call.bound.address, input, data, before: report.change.before };
  const calls = report.undoables.length > 0 ? report.undoables : [whole];
  return undo.keep(db, { recordId, calls, actor, at: clock.now(), reason: UNDO_TEXT[call.locale] });
}

/** The endpoint of a compensation, and the context in which the compensation runs as the current user. */
interface UndoContext {
  readonly bound: Bound;
  readonly spec: AuditSpec;
  readonly inside: ActorContext;
  parse(input: unknown): unknown;
  answerOf(data: unknown): unknown;
}

/**
 * Builds the {@link UndoContext} of a compensation.
 *
 * @param address endpoint address of the compensation
 * @throws Refusal 40401 no session, or no write endpoint with an audit record at this address · 40301 missing permission · 40303 second
 *   verification needed · 40308 another factor must be bound first
 */
function undoContext({ endpointAt }: PipeDeps, { call }: Attempt, ctx: ActorContext, address: string): UndoContext {
  const { locale } = call;
  const bound = endpointAt(address);
  const person = call.session?.actor;
  const endpoint = bound?.endpoint;
  const spec = endpoint?.method === 'POST' ? endpoint.audit : null;
  if (!bound || endpoint?.method !== 'POST' || !spec || !person) throw refuse(40401);
  if (!isPermitted(endpoint, person)) throw missingRight(rulesOf(endpoint), locale);
  if (endpoint.risk === 'second') ctx.requireSecond();
  return {
    bound,
    spec,
    inside: {
      ...ctx,
      actor: withModuleScope(endpoint, person),
      isUndo: true,
      async secondPerson() {
        throw refuse(42201, {}, null, FOUR_EYES_TEXT.ownPage[locale]);
      },
    },
    parse(input) {
      const parsed = endpoint.input.safeParse(input);
      if (!parsed.success) throw refusalFor(parsed.error, locale);
      return parsed.data;
    },
    answerOf: (data) => endpoint.data.parse(data instanceof Accepted ? data.data : data),
  };
}

/** Implements `ctx.compensate`: runs the compensation of an earlier call in this call's transaction. */
export async function compensate(
  deps: PipeDeps,
  attempt: Attempt,
  ctx: ActorContext,
  { address, input, undoes }: CompensatingCall,
): Promise<{ readonly data: unknown; readonly change: AuditChange }> {
  const { report } = attempt;
  const { bound, spec, inside, parse, answerOf } = undoContext(deps, attempt, ctx, address);
  const data = await bound.handler(inside, parse(input));
  report.undoSpec = { ...spec, module: 'common', action: 'undo' };
  report.change = {
    ...report.change,
    objectType: report.change.objectType ?? spec.object,
    detail: { ...(report.change.detail as object | undefined), undoes },
  };
  return { data: answerOf(data), change: report.change };
}

/** Implements `ctx.compensateEach`: runs one batch when the endpoint has a batch handler, else one call after the other. */
export async function compensateEach(
  deps: PipeDeps,
  attempt: Attempt,
  ctx: ActorContext,
  { inputs, ...wanted }: CompensatingCalls,
): Promise<readonly (DoneOne | Refusal)[]> {
  const context = undoContext(deps, attempt, ctx, wanted.address);
  if (context.bound.batchHandler) return compensateBatch(attempt, context, context.bound.batchHandler, inputs);
  const outcomes: (DoneOne | Refusal)[] = [];
  for (const input of inputs) {
    let done: DoneOne | null = null;
    const refusal = await refusalOf(() =>
      inSavepoint(ctx.db, async () => {
        done = await compensate(deps, attempt, ctx, { ...wanted, input });
      }),
    );
    outcomes.push(refusal ?? done ?? refuse(40401));
  }
  return outcomes;
}

async function compensateBatch(
  { report }: Attempt,
  { bound, spec, inside, parse, answerOf }: UndoContext,
  batchHandler: NonNullable<Bound['batchHandler']>,
  inputs: CompensatingCalls['inputs'],
): Promise<(DoneOne | Refusal)[]> {
  const parsed: unknown[] = [];
  for (const input of inputs) {
    const refusal = await refusalOf(() => {
      parsed.push(parse(input));
    });
    if (refusal) parsed.push(refusal);
  }
  const valid = parsed.filter((input) => !(input instanceof Refusal));
  const results = (await batchHandler(inside, valid)).values();
  report.undoSpec = { ...spec, module: 'common', action: 'undo' };
  report.change = { objectType: spec.object };
  return parsed.map((input): DoneOne | Refusal => {
    if (input instanceof Refusal) return input;
    const { value } = results.next();
    if (value === undefined) throw new Error(`${bound.address} returned fewer results than inputs`);
    return value instanceof Refusal ? value : { ...value, data: answerOf(value.data) };
  });
}
