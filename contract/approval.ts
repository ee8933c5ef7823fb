import { z } from 'zod';
import { actionData, id, listData, listInput, read, time, write } from './endpoint';
import { text } from './text';

/**
 * Changes that wait for a second person (4E, DOMAIN §0.3): the proposer sees his own, others those that they may make themselves, of
 * the stations in their data.
 */

const STATES = ['pending', 'approved', 'rejected', 'withdrawn', 'expired'] as const;
const BOXES = ['forMe', 'byMe', 'decided'] as const;

const row = z.object({
  id: id(),
  version: z.int(),
  /** What was proposed, in words, and the object's name. */
  title: z.string(),
  objectNo: z.string(),
  makerName: z.string(),
  createdAt: time(),
  expireAt: time(),
  status: z.enum(STATES),
  statusText: z.string(),
  decidedByName: z.string().nullable(),
  decidedAt: time().nullable(),
  note: z.string(),
  /** Fields that would change. */
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
  actions: z.array(z.string()),
});

/** What the actions are called in the operation records. */
const ACTIONS = {
  approve: text('通过变更', 'Approve proposal', 'Aprovar proposta', '通過變更'),
  reject: text('驳回变更', 'Reject proposal', 'Recusar proposta', '駁回變更'),
  withdraw: text('撤回变更', 'Withdraw proposal', 'Retirar proposta', '撤回變更'),
} as const;
const audit = (action: keyof typeof ACTIONS) =>
  ({ module: 'approval', action, object: 'proposal', text: ACTIONS[action] }) as const;
const decision = { id: id(), version: z.int() };

export const approvalEndpoints = {
  'approval.Proposal/getList': read({
    summary: 'Changes that wait for the caller, that he proposed, or that were decided.',
    access: 'signedIn',
    input: listInput({ box: z.enum(BOXES).default('forMe') }, ['createdAt']),
    data: listData(row, z.object({ forMe: z.int(), byMe: z.int() })),
    errors: [40005],
  }),
  'approval.Proposal/approve': write({
    summary: 'Makes a proposed change, if nothing that it rests on has changed since. Never by its proposer.',
    access: 'signedIn',
    risk: 'second',
    idempotent: true,
    versioned: true,
    audit: audit('approve'),
    input: z.object({ ...decision, note: z.string().trim().max(200).default('') }),
    data: actionData,
    errors: [40301, 40302, 40305, 40401, 40901, 42201, 42342, 42343],
  }),
  'approval.Proposal/reject': write({
    summary: 'Refuses a proposed change, with a reason.',
    access: 'signedIn',
    risk: 'confirm',
    versioned: true,
    audit: audit('reject'),
    input: z.object({ ...decision, note: z.string().trim().min(2).max(200) }),
    data: actionData,
    errors: [40301, 40302, 40305, 40401, 40901, 42201],
  }),
  'approval.Proposal/withdraw': write({
    summary: 'Takes one’s own proposal back.',
    access: 'signedIn',
    risk: 'confirm',
    versioned: true,
    audit: audit('withdraw'),
    input: z.object(decision),
    data: actionData,
    errors: [40401, 40901, 42201],
  }),
} as const;

export type ProposalBox = (typeof BOXES)[number];
