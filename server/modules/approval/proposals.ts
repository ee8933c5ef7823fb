import { PROPOSAL_TITLES, type ProposableAddress, proposalCase } from '../../../contract/approval.states';
import { writeDay } from '../../../contract/dates';
import type { AuditSpec } from '../../../contract/endpoint';
import { endpoints } from '../../../contract/endpoints';
import { ruleName } from '../../../contract/permissions';
import { fieldText } from '../../../contract/record.texts';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { defineCase } from '../case';
import { standing } from './rules';
import { decidable, PROPOSAL_TABLE, type Proposal, proposalPlaces } from './store';

/** Changes that await a second person: their texts, and the effect of an approval. */

/** The page on which users decide proposals. */
export const APPROVALS_LINK = '/dashboard/noticeManage?tab=approvals';

const WORDS = {
  approved: text('已通过并生效', 'Approved and in force', 'Aprovada e em vigor', '已通過並生效'),
  rejected: WORD.rejectedFeminine,
  withdrawn: WORD.withdrawnFeminine,
} as const;
/** Maximum number of characters of a changed field's value that the page shows. */
const SHOWN = 300;

const titleOf = (ctx: ActorContext, { address }: Proposal) => ctx.t(PROPOSAL_TITLES[address as ProposableAddress]);

const record = (proposal: Proposal) => ({
  id: proposal.id,
  version: proposal.version,
  no: null,
  state: proposal.status,
  createdAt: proposal.created_at,
  expireAt: proposal.expire_at,
  makerId: proposal.maker_id,
  makerName: proposal.maker_name,
  makerIsOwner: false,
  amountFen: null,
  decidedByName: proposal.decided_name,
  decidedAt: proposal.decided_at,
  note: proposal.note,
});

/** Builds the fields of every operation record about a proposal. `money` is the same as in the record of the proposed call. */
function described({ object_no: objectNo, address }: Proposal) {
  const endpoint = endpoints[address as ProposableAddress];
  return { objectNo, ...(moves(endpoint) && { money: true }) };
}

const moves = ({ audit }: { readonly audit: AuditSpec | null }): boolean => audit?.money === true;

const shown = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '';
  const whole = typeof value === 'string' ? value : JSON.stringify(value);
  return whole.length > SHOWN ? `${whole.slice(0, SHOWN)}…` : whole;
};

/** Lists the fields whose values before and after the change differ. */
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

/** Lists the names of the permissions that differ: the removed permissions as `before`, the added permissions as `after`. */
function ruleChanges(ctx: ActorContext, before: unknown, after: unknown) {
  const ids = (value: unknown) => (Array.isArray(value) ? value.map(Number) : []);
  const [had, has] = [ids(before), ids(after)];
  const named = (rules: readonly number[]) => shown(rules.map((rule) => ruleName(rule, ctx.locale)).join(', '));
  return {
    before: named(had.filter((rule) => !has.includes(rule))),
    after: named(has.filter((rule) => !had.includes(rule))),
  };
}

/**
 * Checks that the caller may see a proposal.
 *
 * @throws Refusal 40302 when the change is outside the caller's scope, 40401 when the caller lacks the permission for the change
 */
async function assertMaySee(ctx: ActorContext, proposal: Proposal): Promise<void> {
  if (proposal.maker_id === ctx.actor.accountId) return;
  const stands = standing(ctx.actor, proposal.rules, await proposalPlaces(ctx.db, proposal));
  if (stands !== 'may') throw refuse(stands === 'outside' ? 40302 : 40401);
}

/** Proposals as a kind of document. An approval runs the stored call with the proposer's permissions (DOMAIN §9 decision 11). */
export const proposals = defineCase({
  type: proposalCase,
  table: PROPOSAL_TABLE,
  record,
  object: assertMaySee,
  effects: {
    approve: async (ctx, { row: { address, payload, maker_id: makerId, state_hash: stateHash } }) => {
      await ctx.executeProposal({ address, payload, makerId, stateHash });
      return {};
    },
  },
  done: { approve: WORDS.approved, reject: WORDS.rejected, withdraw: WORDS.withdrawn },
  described,
  recorded: ({ row }, status) => ({
    before: row.before ?? undefined,
    after: status === 'approved' ? (row.after ?? undefined) : { status },
    detail: { address: row.address },
  }),
  decidable,
  detail: { admit: assertMaySee, extras: (ctx, proposal) => ({ changes: changesOf(ctx, proposal) }) },
  faces: (ctx, rows) =>
    rows.map((row) => ({
      title: titleOf(ctx, row),
      object: writeDay(row.object_no, ctx.locale),
      link: APPROVALS_LINK,
    })),
});
