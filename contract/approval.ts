import { z } from 'zod';
import { proposalCase } from './approval.states';
import { reasonOf } from './case';
import { stepEndpoint } from './case-endpoints';
import { fen, id, listData, listInput, queryId, queryIds, queryList, read, time } from './endpoint';

/**
 * Documents that wait for a second person (DOMAIN §0.3): the maker sees their own, others those that they may decide, of the stations in
 * their data; and what is decided about changes that were proposed (4E).
 */

const BOXES = ['forMe', 'byMe', 'decided'] as const;

const { max: longestNote = 0, min: shortestNote = 0 } = reasonOf(proposalCase.steps.reject) ?? {};
const note = () => z.string().trim().max(longestNote);

/** A document of any kind, as the approvals inbox shows it. */
const caseRow = z.object({
  /** Kind and id. */
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
  /** Null: it does not expire. */
  expireAt: time().nullable(),
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
/** The document as its drawer shows it. Facts and changes are in the caller's language. */
const caseDetail = caseRow.extend({
  facts: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      value: z.string(),
      /** The page about it, if the caller may open that page. */
      link: z.string().nullable(),
    }),
  ),
  /** Fields that would change. */
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
  evidence: z.array(z.object({ fileId: id(), name: z.string(), url: z.string() })),
  /** What happened to it, oldest first. */
  history: z.array(
    z.object({
      key: z.string(),
      at: time(),
      text: z.string(),
      /** Empty: the system. */
      byName: z.string(),
      note: z.string(),
      amountFen: fen().nullable(),
      txNo: z.string().nullable(),
    }),
  ),
});
const caseCounts = z.object({
  forMe: z.int(),
  byMe: z.int(),
  types: z.array(z.object({ type: z.string(), typeText: z.string(), forMe: z.int(), byMe: z.int() })),
});

export const approvalEndpoints = {
  'approval.Proposal/approve': stepEndpoint(proposalCase, 'approve', {
    summary: 'Makes a proposed change, if nothing that it rests on has changed since. Never by its proposer.',
    fields: { note: note().default('') },
  }),
  'approval.Proposal/reject': stepEndpoint(proposalCase, 'reject', {
    summary: 'Refuses a proposed change, with a reason.',
    fields: { note: note().min(shortestNote) },
  }),
  'approval.Proposal/withdraw': stepEndpoint(proposalCase, 'withdraw', {
    summary: 'Takes one’s own proposal back.',
  }),
  'approval.Case/getList': read({
    summary: 'Documents of every kind that wait for the caller, that they made, or that were decided.',
    access: 'signedIn',
    input: listInput(
      { box: z.enum(BOXES).default('forMe'), types: queryList(z.string().max(20)), teamIds: queryIds() },
      ['createdAt'],
    ),
    data: listData(caseRow, caseCounts),
    errors: [40005],
  }),
  'approval.Case/getDetail': read({
    summary:
      'A document of any kind with its facts, changes, evidence and history: for its maker, for who may decide it, and for who may read its page.',
    access: 'signedIn',
    input: z.object({ id: queryId() }),
    data: caseDetail,
    errors: [40302, 40401],
  }),
  'approval.Case/getCounts': read({
    summary: 'How many documents of each kind wait for the caller, and how many of their own wait for others.',
    access: 'signedIn',
    input: z.object({}),
    data: caseCounts,
  }),
} as const;

export type CaseBox = (typeof BOXES)[number];
export type CaseExtras = Pick<z.infer<typeof caseDetail>, 'facts' | 'changes' | 'evidence'>;
