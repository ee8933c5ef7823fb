import { approvalEndpoints } from '../../../contract/approval';
import { PROPOSAL_TITLES, type ProposableAddress, proposalLifecycle } from '../../../contract/approval.states';
import type { AuditSpec } from '../../../contract/endpoint';
import { endpoints } from '../../../contract/endpoints';
import { ruleName } from '../../../contract/permissions';
import { fieldText } from '../../../contract/record.texts';
import { text } from '../../../contract/text';
import { type ActorContext, handlers } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { paged } from '../../core/list/paged';
import { rulesByScope, standing } from './rules';
import { decideProposal, lockProposal, type Proposal, proposalPage, stationPlaces, waitingCounts } from './store';

const WORDS = {
  approved: text('已通过并生效', 'Approved and in force', 'Aprovada e em vigor', '已通過並生效'),
  rejected: text('已驳回', 'Rejected', 'Recusada', '已駁回'),
  withdrawn: text('已撤回', 'Withdrawn', 'Retirada', '已撤回'),
} as const;
/** Longest value that the list shows of a changed field. */
const SHOWN = 300;

/** How many proposals the person could decide now. */
export const countForMe = async (ctx: ActorContext): Promise<number> =>
  (await waitingCounts(ctx.db, readerOf(ctx), ctx.clock.now())).forMe;

const readerOf = ({ actor }: ActorContext) => ({
  accountId: actor.accountId,
  isOwner: actor.accountType === 'owner',
  grants: rulesByScope(actor),
});

/** What every record about a proposal says; money as the proposed call's own record would. */
function described({ id, object_no: objectNo, address }: Proposal) {
  const endpoint = endpoints[address as ProposableAddress];
  return { objectId: id, objectNo, ...(moves(endpoint) && { money: true }) };
}

const moves = ({ audit }: { readonly audit: AuditSpec | null }): boolean => audit?.money === true;

/** A pending proposal past its day is over, though nobody has written that down. */
const stateOf = (proposal: Proposal, now: Date): Proposal['status'] =>
  proposal.status === 'pending' && proposal.expire_at.getTime() <= now.getTime() ? 'expired' : proposal.status;

const shown = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '';
  const whole = typeof value === 'string' ? value : JSON.stringify(value);
  return whole.length > SHOWN ? `${whole.slice(0, SHOWN)}…` : whole;
};

/** Fields whose values differ. */
function changesOf(ctx: ActorContext, { before, after }: Proposal) {
  const fields = Object.keys(after ?? {});
  return fields
    .filter((field) => shown(before?.[field]) !== shown(after?.[field]))
    .map((field) => {
      const label = fieldText('identity', field)?.[ctx.locale] ?? field;
      if (field === 'ruleIds') return { field, label, ...ruleChanges(ctx, before?.[field], after?.[field]) };
      return { field, label, before: shown(before?.[field]), after: shown(after?.[field]) };
    });
}

/** Rules by their names, and only those that come or go. */
function ruleChanges(ctx: ActorContext, before: unknown, after: unknown) {
  const ids = (value: unknown) => (Array.isArray(value) ? value.map(Number) : []);
  const [had, has] = [ids(before), ids(after)];
  const named = (rules: readonly number[]) => shown(rules.map((rule) => ruleName(rule, ctx.locale)).join(', '));
  return {
    before: named(had.filter((rule) => !has.includes(rule))),
    after: named(has.filter((rule) => !had.includes(rule))),
  };
}

/** A proposal to somebody who may see it: its maker, or who may decide about it. */
function rowAnswer(ctx: ActorContext, proposal: Proposal) {
  const state = stateOf(proposal, ctx.clock.now());
  const isMine = proposal.maker_id === ctx.actor.accountId;
  const actions = state !== 'pending' ? [] : isMine ? ['withdraw'] : ['approve', 'reject'];
  return {
    id: proposal.id,
    version: proposal.version,
    title: ctx.t(PROPOSAL_TITLES[proposal.address as ProposableAddress]),
    objectNo: proposal.object_no,
    makerName: proposal.maker_name,
    createdAt: proposal.created_at.toISOString(),
    expireAt: proposal.expire_at.toISOString(),
    status: state,
    statusText: proposalLifecycle.stateText(state, ctx.locale),
    decidedByName: proposal.decided_name,
    decidedAt: proposal.decided_at?.toISOString() ?? null,
    note: proposal.note,
    changes: changesOf(ctx, proposal),
    actions,
  };
}

/**
 * A pending proposal, locked.
 *
 * @throws Refusal 40401 (also where the caller lacks the rule) · 40302 the station lies outside of his data · 40305 one's own,
 *   or somebody else's to take back · 42201 · 40901
 */
async function pendingOf(ctx: ActorContext, input: { id: number; version: number }, by: 'maker' | 'other') {
  const proposal = await lockProposal(ctx.db, input.id);
  const isMine = proposal?.maker_id === ctx.actor.accountId;
  if (!proposal) throw refuse(40401);
  if (!isMine) {
    const stands = standing(ctx.actor, proposal.rules, await stationPlaces(ctx.db, proposal.team_id));
    if (stands !== 'may') throw refuse(stands === 'outside' ? 40302 : 40401);
  }
  ctx.audit(described(proposal));
  if (by === 'other' && isMine) throw refuse(40305);
  if (by === 'maker' && !isMine) throw refuse(40401);
  const state = stateOf(proposal, ctx.clock.now());
  if (state !== 'pending') throw refuse(42201, { state: proposalLifecycle.stateText(state, ctx.locale) });
  if (proposal.version !== input.version) throw refuse(40901, {}, { current: rowAnswer(ctx, proposal) });
  return proposal;
}

async function decide(
  ctx: ActorContext,
  proposal: Proposal,
  status: 'approved' | 'rejected' | 'withdrawn',
  note: string,
) {
  const { accountId, name } = ctx.actor;
  const version = await decideProposal(ctx.db, proposal.id, { status, by: accountId, name, at: ctx.clock.now(), note });
  ctx.audit({
    ...described(proposal),
    before: proposal.before ?? undefined,
    after: status === 'approved' ? (proposal.after ?? undefined) : { status },
    ...(note && { reason: note }),
    detail: { address: proposal.address, makerId: proposal.maker_id, makerName: proposal.maker_name },
  });
  return {
    id: proposal.id,
    state: status,
    stateText: proposalLifecycle.stateText(status, ctx.locale),
    version,
    message: ctx.t(WORDS[status]),
  };
}

export const approvalHandlers = handlers(approvalEndpoints, {
  'approval.Proposal/getList': async (ctx, { page, limit, box, sortOrder = 'desc' }) => {
    return paged(ctx, { page, limit }, async ({ offset }) => {
      const now = ctx.clock.now();
      const reader = readerOf(ctx);
      const [{ rows, total }, summary] = await Promise.all([
        proposalPage(ctx.db, { box, reader, now, offset, limit, order: sortOrder }),
        waitingCounts(ctx.db, reader, now),
      ]);
      return {
        list: rows.map((row) => rowAnswer(ctx, row)),
        total,
        summary,
      };
    });
  },

  'approval.Proposal/approve': async (ctx, input) => {
    const proposal = await pendingOf(ctx, input, 'other');
    await ctx.executeProposal({
      address: proposal.address,
      payload: proposal.payload,
      makerId: proposal.maker_id,
      stateHash: proposal.state_hash,
    });
    return decide(ctx, proposal, 'approved', input.note);
  },

  'approval.Proposal/reject': async (ctx, input) =>
    decide(ctx, await pendingOf(ctx, input, 'other'), 'rejected', input.note),

  'approval.Proposal/withdraw': async (ctx, input) =>
    decide(ctx, await pendingOf(ctx, input, 'maker'), 'withdrawn', ''),
});
