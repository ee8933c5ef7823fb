import { setMaxListeners } from 'node:events';
import { answerFor } from '../envelope';
import { Refusal } from '../refusal';
import { AttemptFailed } from './attempt';
import { auditRefusal } from './audit-trail';
import { assertDiskSpace, authorize, SITE_INFO } from './authorize';
import { createBackground } from './background';
import { type Bound, type Call, type Incoming, type Outgoing, openCall, type PipeDeps } from './call';
import { decodeInput } from './decode';
import { execute } from './execute';
import { followedUp } from './follow-up';
import { runOnce } from './idempotent';
import { assertKnown, identifyClient, identifyPerson } from './identify';
import { limitClient, limitPerson } from './limit-rate';

/**
 * Creates the pipe that processes calls in these steps (DOMAIN §6.1):
 * decode → session and IP address → rate → one-time password, hours, announcements → permission → disk space → idempotency → second
 * verification → validate → handler (a change in one transaction) → audit → undo entry → envelope.
 * For a signed call, the signature and the rate are checked before the body is decoded. Handlers apply the data scope in their queries.
 */
export function createPipe(deps: PipeDeps) {
  const background = createBackground(deps.db, deps.log);
  const closing = new AbortController();
  // Every waiting answer adds a listener to this signal, so the default limit of listeners is removed.
  setMaxListeners(0, closing.signal);

  async function run(bound: Bound, incoming: Incoming): Promise<Outgoing> {
    // If a step refuses the call, this value is the source of its audit record.
    let call = openCall(bound, incoming);
    try {
      call = { ...call, isOutOfHours: await deps.isOutOfHours(deps.clock.now()) };
      if (bound.endpoint.access === 'signed') {
        // The signature is computed from the bytes of the body, so the signature is checked before the body is decoded.
        call = await identifyClient(deps, call);
        await limitClient(deps.limiter, call);
        call = decodeInput(call);
      } else {
        call = decodeInput(call);
        call = await identifyPerson(deps, call);
        await assertKnown(deps, call);
        await limitPerson(deps.limiter, call);
        authorize(call);
      }
      await assertDiskSpace(deps, call);
      const admitted = call;
      const execution = await runOnce(deps, admitted, (storeAnswer) => execute(deps, admitted, storeAnswer));
      background.start(execution.tasks, incoming.requestId);
      const answer = await followedUp(deps, call, execution, closing.signal);
      return outgoing(call, { ...execution, answer });
    } catch (error) {
      const failed = error instanceof AttemptFailed ? error : null;
      const cause = failed ? failed.cause : error;
      if (!(cause instanceof Refusal)) {
        deps.log.error({ err: cause, requestId: incoming.requestId, address: bound.address }, 'a call failed');
      }
      const answer = answerFor(cause, call.locale);
      await auditRefusal(deps, call, answer.code, failed);
      return outgoing(call, { answer, undoId: null, permissionChanged: failed?.report.permissionChanged ?? false });
    }
  }

  return {
    run,
    /** Stops waiting for follow-ups immediately. Their calls return the handlers' own answers. */
    stopWaiting: () => closing.abort(),
    /** Waits for the tasks that run after commits. */
    settle: () => background.settle(),
  };
}

export type Pipe = ReturnType<typeof createPipe>;

function outgoing(
  { bound, session, locale }: Call,
  { answer, undoId, permissionChanged }: Pick<Outgoing, 'answer' | 'undoId' | 'permissionChanged'>,
): Outgoing {
  return {
    answer,
    undoId,
    // The page must reload the permissions when they have changed since the page read them.
    permissionChanged: permissionChanged || (bound.address !== SITE_INFO && session?.isStale === true),
    accountId: session?.actor.accountId ?? 0,
    sessionId: session?.actor.sessionId ?? 0,
    locale,
  };
}
