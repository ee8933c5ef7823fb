import { z } from 'zod';
import { type ProposalState, proposalCase } from './approval.states';
import { stepEndpoint } from './case-endpoints';
import { fen, id, listData, listInput, queryList, read, time } from './endpoint';

/**
 * Changes that wait for a second person (4E, DOMAIN §0.3): the proposer sees his own, others those that they may make themselves, of
 * the stations in their data.
 */

const STATES = Object.keys(proposalCase.states) as [ProposalState, ...ProposalState[]];
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

const note = () => z.string().trim().max(200);

/** A document of any kind, as the approvals inbox shows it. */
const caseRow = z.object({
  /** Kind and id: ids of different kinds may be equal. */
  key: z.string(),
  type: z.string(),
  typeText: z.string(),
  id: id(),
  version: z.int(),
  /** Empty where this kind of document has no numbers. */
  no: z.string(),
  title: z.string(),
  /** What it is about: a station, a person, an identity. */
  object: z.string(),
  makerName: z.string(),
  amountFen: fen().nullable(),
  createdAt: time(),
  expireAt: time(),
  state: z.string(),
  stateText: z.string(),
  decidedByName: z.string().nullable(),
  decidedAt: time().nullable(),
  note: z.string(),
  /** The page where it is shown whole. */
  link: z.string(),
  /** Steps that the caller may take now; the declaration of the kind names their addresses. */
  actions: z.array(z.string()),
});
const caseCounts = z.object({
  forMe: z.int(),
  byMe: z.int(),
  types: z.array(z.object({ type: z.string(), typeText: z.string(), forMe: z.int(), byMe: z.int() })),
});

export const approvalEndpoints = {
  'approval.Proposal/getList': read({
    summary: 'Changes that wait for the caller, that he proposed, or that were decided.',
    access: 'signedIn',
    input: listInput({ box: z.enum(BOXES).default('forMe') }, ['createdAt']),
    data: listData(row, z.object({ forMe: z.int(), byMe: z.int() })),
    errors: [40005],
  }),
  'approval.Proposal/approve': stepEndpoint(proposalCase, 'approve', {
    summary: 'Makes a proposed change, if nothing that it rests on has changed since. Never by its proposer.',
    fields: { note: note().default('') },
  }),
  'approval.Proposal/reject': stepEndpoint(proposalCase, 'reject', {
    summary: 'Refuses a proposed change, with a reason.',
    fields: { note: note().min(2) },
  }),
  'approval.Proposal/withdraw': stepEndpoint(proposalCase, 'withdraw', {
    summary: 'Takes one’s own proposal back.',
  }),
  'approval.Case/getList': read({
    summary: 'Documents of every kind that wait for the caller, that they made, or that were decided.',
    access: 'signedIn',
    input: listInput({ box: z.enum(BOXES).default('forMe'), types: queryList(z.string().max(20)) }, ['createdAt']),
    data: listData(caseRow, caseCounts),
    errors: [40005],
  }),
  'approval.Case/getCounts': read({
    summary: 'How many documents of each kind wait for the caller, and how many of their own wait for others.',
    access: 'signedIn',
    input: z.object({}),
    data: caseCounts,
  }),
} as const;

export type CaseBox = (typeof BOXES)[number];
