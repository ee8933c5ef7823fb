import { z } from 'zod';
import { stepEndpoint } from './case-endpoints';
import {
  actionData,
  bulkData,
  bulkIds,
  fen,
  id,
  keysOf,
  listData,
  listInput,
  queryBool,
  queryId,
  queryIds,
  queryList,
  queryText,
  read,
  sumFen,
  time,
  words,
  write,
} from './endpoint';
import {
  AUDIT_DIRECTION_TEXT,
  AUDIT_KINDS,
  AUDIT_SOURCE_TEXT,
  AUDIT_STEP_TEXT,
  type AuditDirection,
  type AuditSource,
  type AuditStep,
  FUND_AUDIT,
  FUND_AUDIT_STATES,
  FUNDED_BY_TEXT,
  type FundedBy,
  fundAuditCase,
} from './fundAudit.states';
import { LARGEST_FEN } from './ledger';
import { RULE } from './rule-ids';
import { text } from './text';
import { WORD } from './words';

/**
 * This file declares the endpoints of the rider fund audit (骑手资金审核, DOMAIN §3.9, §6.7). An entry changes a rider's balance after
 * a second person has approved it.
 */

const DIRECTIONS = keysOf<AuditDirection>(AUDIT_DIRECTION_TEXT);
const SOURCES = keysOf<AuditSource>(AUDIT_SOURCE_TEXT);
const PAYERS = keysOf<FundedBy>(FUNDED_BY_TEXT);
const day = () => z.iso.date().optional();
const amount = () => z.coerce.number().int().min(0).max(LARGEST_FEN).optional();
const reason = () => words(FUND_AUDIT.reason);

/** Schema of an entry's values, from the form or from a row of an imported file. */
export const auditValues = z.object({
  kind: z.enum(AUDIT_KINDS),
  /** Direction of a correction. For all other kinds the kind defines the direction. */
  direction: z.enum(DIRECTIONS).nullable().optional(),
  amountFen: z.int().min(1).max(LARGEST_FEN),
  /**
   * The other party, which pays the rider or receives the rider's payment. The server ignores this field for a refunded deposit, because
   * the money is the rider's own deposit.
   */
  fundedBy: z.enum(['team', 'platform']).default('team'),
  relatedNo: z.string().trim().max(FUND_AUDIT.relatedNo).nullable().optional(),
  reason: reason(),
  evidence: z.array(id()).max(FUND_AUDIT.evidence).default([]),
  /** `true` means that the approval deducts at most the available balance. The rest is deducted from later income. */
  allowInstalment: z.boolean().default(false),
});
export type AuditValues = z.output<typeof auditValues>;

const row = z.object({
  id: id(),
  version: z.int(),
  no: z.string(),
  riderId: id(),
  riderName: z.string(),
  riderNo: z.string(),
  /** The rider's masked phone. */
  riderTel: z.string(),
  teamId: id(),
  teamName: z.string(),
  kind: z.enum(AUDIT_KINDS),
  kindText: z.string(),
  direction: z.enum(DIRECTIONS),
  directionText: z.string(),
  amountFen: fen(),
  /** Amount of a deduction that has been collected so far. */
  collectedFen: fen(),
  fundedBy: z.enum(PAYERS),
  fundedByText: z.string(),
  source: z.enum(SOURCES),
  sourceText: z.string(),
  sourceNo: z.string().nullable(),
  relatedNo: z.string().nullable(),
  reason: z.string(),
  evidenceCount: z.int(),
  allowInstalment: z.boolean(),
  /** The rider's current balance, and the balance after the entry. `afterFen` is `null` unless the entry is pending or returned. */
  balanceFen: sumFen(),
  afterFen: sumFen(),
  makerName: z.string(),
  createdAt: time(),
  expireAt: time(),
  state: z.enum(FUND_AUDIT_STATES),
  stateText: z.string(),
  checkerName: z.string().nullable(),
  decidedAt: time().nullable(),
  note: z.string().nullable(),
  txNos: z.array(z.string()),
  actions: z.array(z.string()),
});

const linked = z.object({ id: id(), no: z.string(), state: z.enum(FUND_AUDIT_STATES), stateText: z.string() });
const detail = row.extend({
  evidence: z.array(z.object({ fileId: id(), name: z.string(), url: z.string() })),
  /** Amount of the deposit that the rider has paid. */
  depositFen: sumFen(),
  /** Amount still to be collected for all entries of the rider. */
  owedFen: sumFen(),
  steps: z.array(
    z.object({
      key: z.string(),
      at: time(),
      step: z.enum(keysOf<AuditStep>(AUDIT_STEP_TEXT)),
      text: z.string(),
      byName: z.string(),
      note: z.string().nullable(),
      amountFen: fen().nullable(),
      /** Day of the income that an instalment was collected from. `null` means that the step collected nothing from a day's income. */
      incomeDay: z.iso.date().nullable(),
      txNo: z.string().nullable(),
    }),
  ),
  appealOf: linked.nullable(),
  appeal: linked.nullable(),
});

const ACTIONS = {
  create: text('提交骑手资金审核', 'Submit rider fund entry', 'Enviar registro de fundos', '提交騎手資金審核'),
  import: WORD.importRiderFundEntries,
  bulk: text('批量审核', 'Review in bulk', 'Revisar em lote', '批次審核'),
};
const audit = (action: keyof typeof ACTIONS) =>
  ({ module: 'fundAudit', action, object: 'fundAudit', text: ACTIONS[action], money: true }) as const;
const AT_STATION = [40302, 40401] as const;

export const fundAuditEndpoints = {
  'fundAudit.Rider/getList': read({
    phoneSearch: { field: 'keyword', kinds: [{ page: RULE.fundAudit, unmask: RULE['fundAudit.unmask'] }] },
    summary:
      'Entries; what waits for a decision first, then the newest. Without days and number: those of the last 30 days, and everything that is still open.',
    access: { rule: 65 },
    input: listInput(
      {
        /**
         * Search by the beginning of the entry's number, or by the complete number of the related document, of the original entry or of
         * a transaction. The search also covers the rider's name, number and phone.
         */
        keyword: queryText(),
        teamIds: queryIds(),
        kind: queryList(z.enum(AUDIT_KINDS)),
        direction: z.enum(DIRECTIONS).optional(),
        source: queryList(z.enum(SOURCES)),
        state: queryList(z.enum(FUND_AUDIT_STATES)),
        amountFenMin: amount(),
        amountFenMax: amount(),
        makerId: queryIds(),
        /** Filter: only entries that the caller can decide. The caller's own entries are excluded. */
        forMe: queryBool().optional(),
        createdFrom: day(),
        createdTo: day(),
      },
      ['createdAt', 'amount', 'decidedAt'],
    ),
    data: listData(
      row,
      z.object({
        pending: z.int(),
        pendingInFen: sumFen(),
        pendingOutFen: sumFen(),
        approvedToday: z.int(),
        /** Share of decided entries that were rejected. `null` means that no entry was decided. */
        rejectedBp: z.int().nullable(),
        owedFen: sumFen(),
        /** First and last day that the server applied. `null` means that it applied no range of days. */
        fromDay: z.iso.date().nullable(),
        toDay: z.iso.date().nullable(),
      }),
    ),
    errors: [40005, 40006, 40007, 40302],
  }),
  'fundAudit.Rider/getDetail': read({
    summary: 'One entry with its evidence, its history, and the appeal that it led to.',
    access: { rule: 65 },
    input: z.object({ id: queryId() }),
    data: detail,
    errors: [...AT_STATION],
  }),
  'fundAudit.Rider/getRiders': read({
    phoneSearch: { field: 'keyword', kinds: [{ page: RULE['fundAudit.submit'], unmask: RULE['fundAudit.unmask'] }] },
    summary: 'Riders of the stations in scope with their balances, for a new entry.',
    access: { rule: 6506 },
    input: z.object({ keyword: queryText(), riderId: queryId().optional() }),
    data: z.object({
      list: z.array(
        z.object({
          id: id(),
          riderNo: z.string(),
          name: z.string(),
          /** Masked phone. */
          tel: z.string(),
          teamId: id(),
          teamName: z.string(),
          statusText: z.string(),
          /** `false` for applicants, and for off-boarded riders without a deposit, because no entries are possible for them. */
          isOpen: z.boolean(),
          /** `true` for off-boarded riders. They can only get their deposit. */
          hasLeft: z.boolean(),
          balanceFen: sumFen(),
          depositFen: sumFen(),
          owedFen: sumFen(),
        }),
      ),
      singleMaxFen: fen(),
      expireDays: z.int(),
    }),
  }),
  'fundAudit.Rider/getTemplate': read({
    summary: 'The file to fill in for an import: XLSX as base64, in the language of the caller.',
    access: { rule: 6506 },
    input: z.object({}),
    data: z.object({ name: z.string(), content: z.base64() }),
  }),
  'fundAudit.Rider/create': write({
    summary: 'Enters a change of a rider’s balance; nothing moves before another person approves.',
    access: { rule: 6506 },
    idempotent: true,
    audit: audit('create'),
    input: auditValues.extend({
      riderId: id(),
      source: z.enum(['manual', 'appeal']).default('manual'),
      /** Number of the disputed entry. Only appeals have it. */
      sourceNo: z.string().trim().max(22).nullable().optional(),
    }),
    data: actionData,
    errors: [...AT_STATION, 40903, 42201, 42241, 42304, 42305, 42311, 42313],
  }),
  'fundAudit.Rider/import': write({
    summary: 'Enters up to 500 changes from a file, or tries it: the same work in a transaction that is undone.',
    access: { rule: 6506 },
    risk: 'confirm',
    idempotent: true,
    audit: { ...audit('import'), secret: ['content'] },
    input: z.object({
      /** Content of the file as Base64. The file is CSV (UTF-8 or GB 18030) or XLSX. */
      content: z.base64().min(4).max(FUND_AUDIT.importCharacters),
      dryRun: z.boolean(),
      /** File ids of the evidence for all deductions in the file. */
      evidence: z.array(id()).max(FUND_AUDIT.evidence).default([]),
    }),
    data: z.object({
      rows: z.int(),
      /** Number of saved rows. It is 0 in a dry run. Outside a dry run, an error in any row refuses the whole call (40001). */
      saved: z.int(),
      /** Total amounts of the rows without errors, in fen, for each direction. */
      inFen: z.int(),
      outFen: z.int(),
      /** Errors by row. The header is row 1. `row` is `null` if the error concerns the whole file. */
      errors: z.array(z.object({ row: z.int().nullable(), column: z.string().nullable(), message: z.string() })),
    }),
    errors: [40008],
  }),
  'fundAudit.Rider/approve': stepEndpoint(fundAuditCase, 'approve', {
    summary: 'Makes the change. Never by its maker.',
  }),
  'fundAudit.Rider/reject': stepEndpoint(fundAuditCase, 'reject', {
    summary: 'Refuses an entry, with a reason.',
    fields: { reason: reason() },
  }),
  'fundAudit.Rider/return': stepEndpoint(fundAuditCase, 'return', {
    summary: 'Gives an entry back to its maker, with what has to be changed.',
    fields: { reason: reason() },
  }),
  'fundAudit.Rider/resubmit': stepEndpoint(fundAuditCase, 'resubmit', {
    summary: 'Changes a returned entry and submits it again; its maker alone.',
    fields: auditValues.shape,
  }),
  'fundAudit.Rider/withdraw': stepEndpoint(fundAuditCase, 'withdraw', { summary: 'Takes one’s own entry back.' }),
  'fundAudit.Rider/waive': stepEndpoint(fundAuditCase, 'waive', {
    summary: 'Gives up what is still owed of a deduction; a second person has to agree.',
    fields: { reason: reason() },
  }),
  'fundAudit.Rider/bulk': write({
    summary: 'Approves or rejects up to 200 entries, each on its own; above ¥1,000 together a second verification.',
    access: { rule: 6507 },
    risk: 'confirm',
    idempotent: true,
    audit: audit('bulk'),
    input: z.object({
      action: z.enum(['approve', 'reject']),
      ids: bulkIds(),
      /** Versions of the records as the user saw them, by id. */
      versions: z.record(z.string(), z.int()).optional(),
      /** Reason of the decision. A rejection requires it. */
      reason: reason().optional(),
    }),
    data: bulkData,
    errors: [40010, 40303],
  }),
} as const;
