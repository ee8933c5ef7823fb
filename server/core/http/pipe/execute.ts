import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import { withTransaction } from '../../database/transaction';
import { success } from '../envelope';
import { SecondPersonNeeded } from '../four-eyes';
import { Accepted } from '../refusal';
import { refusalFor } from '../validation';
import { type Attempt, AttemptFailed, type Execution, newReport, type StoreAnswer } from './attempt';
import { auditSuccess } from './audit-trail';
import { requireSecond, SITE_INFO } from './authorize';
import type { Call, PipeDeps } from './call';
import { handlerContext } from './handler-context';
import { shownData } from './hidden';
import { assertMaySearch, guardedSearch, hasMatch, noteSearches } from './phone-search';
import { propose } from './proposal';
import { keepUndoable } from './undo';

/**
 * Steps 7 to 10: second verification, validation, the handler, audit record and undo entry. A change runs in a transaction, unless its
 * handler opens its own transactions.
 *
 * @throws Refusal of the verification, the validation or the phone search · AttemptFailed when the handler or a later step fails
 */
export async function execute(deps: PipeDeps, call: Call, storeAnswer: StoreAnswer): Promise<Execution> {
  const { bound, session } = call;
  const { endpoint } = bound;
  if (endpoint.method === 'POST' && endpoint.risk === 'second') requireSecond(call);
  const input = validate(call);
  const search = guardedSearch(endpoint, session?.actor, input);
  if (search) await assertMaySearch(deps, search);

  let report = newReport();
  const attempt = async (db: Kysely<Database>): Promise<Execution> => {
    report = newReport();
    const running: Attempt = { call, db, report };
    const result = await bound.handler(handlerContext(deps, running), input);
    if (search) report.searches.push({ ...search, isFound: hasMatch(result) });
    await noteSearches(deps, db, call, report);
    return conclude(deps, running, input, result, storeAnswer);
  };
  const isPlain = bound.ownTransaction || endpoint.method === 'GET';
  try {
    const execution = isPlain ? await attempt(deps.db) : await withTransaction(deps.db, attempt, deps.clock);
    if (session && bound.address === SITE_INFO) await deps.sessions.noteSeen(session);
    return execution;
  } catch (error) {
    const answered = async (): Promise<Execution> => {
      // The rollback also removed the counts of the call's searches, so they are written again outside the transaction.
      if (!isPlain) await noteSearches(deps, deps.db, call, report);
      if (!(error instanceof SecondPersonNeeded)) throw error;
      return propose(deps, call, error, storeAnswer);
    };
    return await answered().catch((cause: unknown) => {
      throw new AttemptFailed(cause, input, report);
    });
  }
}

/** Validates the input. @throws Refusal with every field that violates the schema */
function validate({ bound, raw, locale }: Call): unknown {
  const parsed = bound.endpoint.input.safeParse(raw, { reportInput: true });
  if (!parsed.success) throw refusalFor(parsed.error, locale);
  return parsed.data;
}

/** Runs the steps after the handler, in the same transaction if there is one. The schema of the answer removes undeclared fields. */
async function conclude(
  deps: PipeDeps,
  attempt: Attempt,
  input: unknown,
  result: unknown,
  storeAnswer: StoreAnswer,
): Promise<Execution> {
  const { call, db, report } = attempt;
  const isAccepted = result instanceof Accepted;
  const { endpoint } = call.bound;
  const data = endpoint.data.parse(isAccepted ? result.data : result);
  const answer = success(isAccepted ? 110 : 100, shownData(call, data), call.locale);
  const recordId = await auditSuccess(deps, attempt, input, answer.code);
  const undoId = recordId === null || isAccepted ? null : await keepUndoable(deps, attempt, { recordId, input, data });
  await storeAnswer(db, answer);
  const { permissionChanged, tasks, followUp } = report;
  return { answer, undoId, permissionChanged, tasks, followUp };
}
