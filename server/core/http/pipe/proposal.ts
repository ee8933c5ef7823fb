import type { Endpoint } from '../../../../contract/endpoint';
import type { Actor } from '../../actor';
import { withTransaction } from '../../database/transaction';
import type { ActorContext } from '../context';
import { success } from '../envelope';
import {
  FOUR_EYES_TEXT,
  SecondPersonNeeded,
  type SecondPersonRequest,
  type StoredProposal,
  stateHash,
} from '../four-eyes';
import { Refusal, refuse } from '../refusal';
import type { Attempt, Execution, StoreAnswer } from './attempt';
import { auditProposal } from './audit-trail';
import { isPermitted, rulesOf, withModuleScope } from './authorize';
import type { Call, PipeDeps } from './call';

/** Stores the call as a proposal and answers 110. The call's own transaction was rolled back before. */
export async function propose(
  deps: PipeDeps,
  call: Call,
  { request, approverIds }: SecondPersonNeeded,
  storeAnswer: StoreAnswer,
): Promise<Execution> {
  const { bound, locale } = call;
  const { state, teamId, change } = request;
  const maker = call.session?.actor;
  if (!maker) throw refuse(401);
  return withTransaction(
    deps.db,
    async (db) => {
      const id = deps.ids.next();
      await deps.proposals.keep(db, {
        id,
        address: bound.address,
        payload: call.raw,
        rules: rulesOf(bound.endpoint),
        teamId,
        approverIds,
        stateHash: stateHash(state),
        change,
        maker,
        at: deps.clock.now(),
      });
      const data = bound.endpoint.data.parse({
        id,
        state: 'proposed',
        stateText: FOUR_EYES_TEXT.waits[locale],
        version: 1,
        message: FOUR_EYES_TEXT.proposed[locale],
        warnings: [],
      });
      const answer = success(110, data, locale);
      await auditProposal(deps, db, call, answer.code, { ...change, detail: { proposalId: id } });
      await storeAnswer(db, answer);
      return { answer, undoId: null, permissionChanged: false, tasks: [], followUp: null };
    },
    deps.clock,
  );
}

/**
 * Implements `ctx.secondPerson` of an ordinary call. The call continues when the four-eyes rule is off or no other user could approve. The
 * report then notes that there was no second person.
 *
 * @throws SecondPersonNeeded when another user could approve; the error stops the call
 * @throws Refusal when the change is not possible now (`tryOut`)
 */
export async function requireSecondPerson(
  { proposals }: PipeDeps,
  { call, db, report }: Attempt,
  endpoint: Endpoint,
  request: SecondPersonRequest,
): Promise<void> {
  if (await proposals.isOn(db)) {
    const approverIds = await proposals.approversOf(db, {
      address: call.bound.address,
      teamId: request.teamId,
      mayAgree: (person) => assertMayAgree(endpoint, request, person),
      rules: rulesOf(endpoint),
      makerId: call.session?.actor.accountId ?? 0,
    });
    if (approverIds.length > 0) {
      await request.tryOut?.();
      throw new SecondPersonNeeded(request, approverIds);
    }
  }
  report.withoutSecondPerson = true;
}

async function assertMayAgree(endpoint: Endpoint, request: SecondPersonRequest, person: Actor): Promise<void> {
  await request.mayAgree?.(withModuleScope(endpoint, person));
}

/**
 * Implements `ctx.executeProposal`: runs a stored proposal in the approver's transaction with the proposer's current permissions.
 *
 * @throws Refusal 40301 the proposer or the approver lacks the permission, or the endpoint no longer exists · 40901 the state has changed,
 *   or the stored input is no longer valid · refusals of the handler
 */
export async function executeProposal(deps: PipeDeps, ctx: ActorContext, proposal: StoredProposal): Promise<void> {
  const { locale } = ctx;
  const bound = deps.endpointAt(proposal.address);
  if (!bound || !isPermitted(bound.endpoint, ctx.actor)) throw refuse(40301);
  const { endpoint, handler } = bound;
  const person = await deps.sessions.actorOf(proposal.makerId);
  if (!person || !isPermitted(endpoint, person)) throw refuse(40301, {}, null, FOUR_EYES_TEXT.makerGone[locale]);
  const stale = () => refuse(40901, {}, null, FOUR_EYES_TEXT.stale[locale]);
  const parsed = endpoint.input.safeParse(proposal.payload);
  if (!parsed.success) throw stale();
  const maker = withModuleScope(endpoint, person);
  const asMaker: ActorContext = {
    ...ctx,
    actor: maker,
    can: (rule) => maker.rules.has(rule),
    requireSecond: () => undefined,
    // The approval of a proposal cannot be undone.
    recordUndoable: () => undefined,
    async secondPerson(request) {
      if (stateHash(request.state) !== proposal.stateHash) throw stale();
      await assertMayAgree(endpoint, request, ctx.actor);
    },
  };
  try {
    await handler(asMaker, parsed.data);
  } catch (error) {
    // The handler's refusal 40901 is meant for a user with an open form. The approver has no form and gets another text.
    throw error instanceof Refusal && error.code === 40901 ? stale() : error;
  }
}
