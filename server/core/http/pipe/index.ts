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
 * Creates the pipe that every call passes, the same for all endpoints (DOMAIN §6.1):
 * decode → session → rate → first password → permission rule → disk space → idempotency → second verification → validate
 * → handler in one transaction → audit → envelope. Handlers apply the data scope, in their queries.
 */
export function createPipe(deps: PipeDeps) {
  const background = createBackground(deps.db, deps.log);
  const closing = new AbortController();
  // Every waiting answer adds a listener.
  setMaxListeners(0, closing.signal);

  async function run(bound: Bound, incoming: Incoming): Promise<Outgoing> {
    // If a step refuses the call, its audit record is written from this value.
    let call = openCall(bound, incoming);
    try {
      call = { ...call, isOutOfHours: await deps.isOutOfHours(deps.clock.now()) };
      if (bound.endpoint.access === 'signed') {
        // The signature covers the bytes of the body, so it is checked before they are decoded.
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
    /** Ends waiting follow-ups at once: their calls return the handlers' own answers. */
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
    // If permissions changed since the page read them, make the page reload them.
    permissionChanged: permissionChanged || (bound.address !== SITE_INFO && session?.isStale === true),
    accountId: session?.actor.accountId ?? 0,
    sessionId: session?.actor.sessionId ?? 0,
    locale,
  };
}
