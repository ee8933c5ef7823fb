import { z } from 'zod';
import { proposalCase } from './approval.states';
import { reasonOf } from './case';
import { stepEndpoint } from './case-endpoints';
import { fen, id, listData, listInput, queryId, queryIds, queryList, read, time } from './endpoint';

/**
 * This file declares the endpoints for documents that wait for a second person (DOMAIN §0.3), and for decisions about proposed changes
 * (4E). Makers see their own documents. Others see the documents that they may decide within their data scope, and documents whose page
 * they may read.
 */

const BOXES = ['forMe', 'byMe', 'decided'] as const;

const { max: longestNote = 0, min: shortestNote = 0 } = reasonOf(proposalCase.steps.reject) ?? {};
const note = () => z.string().trim().max(longestNote);

/** A document of any kind, as a row of the approvals inbox. */
const caseRow = z.object({
  /** Kind and id of the document. The key is unique across all kinds. */
  key: z.string(),
  type: z.string(),
  typeText: z.string(),
  id: id(),
  version: z.int(),
  /** Document number. It is empty if this kind of document has no numbers. */
  no: z.string(),
  title: z.string(),
  /** What the document is about, for example a station, a person or an identity. */
  object: z.string(),
  makerName: z.string(),
  amountFen: fen().nullable(),
  createdAt: time(),
  /** `null` means that the document does not expire. */
  expireAt: time().nullable(),
  state: z.string(),
  stateText: z.string(),
  decidedByName: z.string().nullable(),
  decidedAt: time().nullable(),
  note: z.string(),
  /** Path of the page that shows the whole document. */
  link: z.string(),
  /** Steps that the caller may take now. The case type of the document defines their endpoints. */
  actions: z.array(z.string()),
});
/** A document as its drawer shows it. Facts and changes are in the caller's language. */
const caseDetail = caseRow.extend({
  facts: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      value: z.string(),
      /** Path of the page about this fact. `null` means that there is no such page, or that the caller may not open it. */
      link: z.string().nullable(),
    }),
  ),
  /** Fields that the proposal would change. */
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
  evidence: z.array(z.object({ fileId: id(), name: z.string(), url: z.string() })),
  /** Steps taken on the document, oldest first. */
  history: z.array(
    z.object({
      key: z.string(),
      at: time(),
      text: z.string(),
      /** Name of the person. It is empty for steps of the system. */
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
