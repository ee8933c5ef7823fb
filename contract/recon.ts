import { z } from 'zod';
import { stepEndpoint } from './case-endpoints';
import {
  actionData,
  bp,
  bulkData,
  bulkIds,
  fen,
  id,
  listData,
  listInput,
  queryId,
  read,
  time,
  words,
  write,
} from './endpoint';
import { BATCH, ITEM, NUMBER } from './recon.fields';
import { ITEM_ACTION_KEYS, RECON, RECON_KINDS, RECON_PARTY_KEYS, type ReconKind, reconCase } from './recon.states';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { RULE } from './rule-ids';
import { text } from './text';
import { WORD } from './words';

/** This file declares the endpoints for reconciliation with the payment platforms (商户号资金对账, DOMAIN §3.5, §6.6). */

const kind = () => z.enum(Object.keys(RECON_KINDS) as [ReconKind, ...ReconKind[]]);
const access = { rule: RULE['financial.merchant'] } as const;
const handle = { rule: RULE['financial.merchant.handle'] } as const;
const audit = (action: string, object: string, label: ReturnType<typeof text>) =>
  ({ module: 'financial.merchant', action, object, text: label }) as const;
const reason = () => words(RECON.reason);
const evidence = () => z.array(id()).max(RECON.evidence).optional();

const batch = z.object({
  id: id(),
  version: z.int(),
  merchantNumberId: id(),
  ...fieldShape(BATCH),
  actions: z.array(z.string()),
});
const item = z.object({
  id: id(),
  version: z.int(),
  ...fieldShape(ITEM),
  /** The actions that the difference allows in its current state. */
  choices: z.array(z.enum(ITEM_ACTION_KEYS)),
  actions: z.array(z.string()),
});
const steps = z.array(
  z.object({
    key: z.string(),
    at: time(),
    text: z.string(),
    byName: z.string(),
    note: z.string(),
    amountFen: fen().nullable(),
    txNo: z.string().nullable(),
  }),
);
/** Input fields that identify a statement. The server reads the same statement a second time only with `again` (42276). */
const target = { merchantNumberId: id(), day: z.iso.date(), kind: kind() };
const AT_BATCH = [40302, 40401, 42201, 40901] as const;

export const reconEndpoints = {
  'finance.Recon/getMerchantNumbers': read({
    summary: 'Merchant numbers with what the platform and the books say of them.',
    access,
    input: listInput(filterShape(NUMBER), ['merchantNo']),
    data: listData(
      z.object({ id: id(), version: z.int(), ...fieldShape(NUMBER), actions: z.array(z.string()) }),
      z.object({}),
    ),
    errors: [40005, 40302],
  }),
  'finance.Recon/getBatches': read({
    summary: 'Statements by merchant number, day and kind, the newest first; the last 30 days unless told otherwise.',
    access,
    input: listInput(filterShape(BATCH), sortKeys(BATCH)),
    data: listData(batch, z.object(totalShape(BATCH))),
    errors: [40005, 40006, 40302],
  }),
  'finance.Recon/getBatch': read({
    summary: 'One statement with its differences by type.',
    access,
    input: z.object({ id: queryId() }),
    data: batch.extend({
      fileName: z.string().nullable(),
      sha1: z.string().nullable(),
      types: z.array(
        z.object({ type: z.string(), typeText: z.string(), count: z.int(), open: z.int(), gapFen: fen() }),
      ),
    }),
    errors: [40302, 40401],
  }),
  'finance.Recon/getItems': read({
    summary:
      'Differences, the newest first. Without days and keyword: those of the last 30 days, and all that are open.',
    access,
    input: listInput(filterShape(ITEM), sortKeys(ITEM)),
    data: listData(item, z.object(totalShape(ITEM))),
    errors: [40005, 40006, 40302],
  }),
  'finance.Recon/getItem': read({
    summary: 'One difference with its entry of the statement, its bill and its history.',
    access,
    input: z.object({ id: queryId() }),
    data: item.extend({
      billId: id().nullable(),
      batchId: id(),
      batchNo: z.string(),
      evidence: z.array(z.object({ fileId: id(), name: z.string(), url: z.string() })),
      steps,
    }),
    errors: [40302, 40401],
  }),
  'finance.Recon/getSuspense': read({
    summary: 'Differences in suspense, the oldest first.',
    access,
    input: listInput(filterShape(ITEM), sortKeys(ITEM)),
    data: listData(item, z.object(totalShape(ITEM))),
    errors: [40005, 40006, 40302],
  }),
  'finance.Recon/saveMerchantNumber': write({
    summary: 'Sets what the platform keeps of a payment, and whether statements are fetched daily.',
    access: handle,
    risk: 'second',
    versioned: true,
    idempotent: true,
    audit: {
      ...audit(
        'saveMerchantNumber',
        'merchantNumber',
        text(
          '保存商户号对账设置',
          'Save reconciliation settings',
          'Salvar conciliação do número',
          '儲存商戶號對帳設定',
        ),
      ),
      money: true,
    },
    input: z.object({ id: id(), version: z.int(), feeBp: bp().max(RECON.feeBp.max), autoFetch: z.boolean() }),
    data: actionData,
    errors: [40302, 40401, 40901],
  }),
  'finance.Recon/fetch': write({
    summary: 'Fetches a statement from the platform and compares it; `again` replaces what was read before.',
    access: handle,
    idempotent: true,
    audit: audit('fetch', 'reconBatch', WORD.fetchStatement),
    input: z.object({ ...target, again: z.boolean().optional() }),
    data: actionData,
    errors: [40006, 40302, 40401, 42201, 42271, 42272, 42273, 42276, 42330, 50201, 50202],
  }),
  'finance.Recon/uploadFile': write({
    summary: 'Reads the uploaded file of a statement and compares it; `again` replaces what was read before.',
    access: handle,
    idempotent: true,
    audit: audit('uploadFile', 'reconBatch', WORD.uploadStatement),
    input: z.object({ ...target, fileId: id(), again: z.boolean().optional() }),
    data: actionData,
    errors: [40006, 40302, 40401, 42201, 42272, 42273, 42276],
  }),
  'finance.Recon/compare': write({
    summary: 'Compares a statement with the books once more; what people have handled stays.',
    access: handle,
    idempotent: true,
    audit: audit(
      'compare',
      'reconBatch',
      text('重新比对对账单', 'Compare statement again', 'Comparar extrato de novo', '重新比對對帳單'),
    ),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [...AT_BATCH, 42273],
  }),
  'finance.Recon/closeBatch': write({
    summary: 'Closes a statement without open differences; it is never read again.',
    access: { rule: RULE['financial.merchant.close'] },
    risk: 'confirm',
    versioned: true,
    audit: {
      ...audit('closeBatch', 'reconBatch', text('对账批次关账', 'Close statement', 'Fechar extrato', '對帳批次關帳')),
      money: true,
    },
    input: z.object({ id: id(), version: z.int() }),
    data: actionData,
    errors: [...AT_BATCH, 42274],
  }),
  'finance.Recon/handle': {
    ...stepEndpoint(reconCase, 'handle', {
      summary: 'Settles a difference by one of its actions; a bill is reversed once a second person agrees.',
      fields: {
        action: z.enum(ITEM_ACTION_KEYS),
        reason: reason(),
        evidence: evidence(),
        /**
         * Number that identifies the matching bill: the number of the bill, of the order, or of the payment at the platform. For
         * `bookOnly`, it identifies the matching difference or statement entry instead. Only `rematch` uses it. It is optional for
         * `statusMismatch` and `duplicate`, which already have a bill.
         */
        targetBillNo: z.string().trim().max(RECON.billNo.max).optional(),
        /** Party to which the amount belongs. Only `createBill` uses it. Default: `team`, the station. */
        party: z.enum(RECON_PARTY_KEYS).optional(),
        /** Id of the station, or of the merchant's station. `createBill` needs it for the parties `team` and `merchant`. */
        teamId: id().optional(),
        /** The rider's number, or the merchant's full name. `createBill` needs it for the parties `rider` and `merchant`. */
        person: z.string().trim().min(1).max(64).optional(),
      },
    }),
    idempotent: true as const,
  },
  'finance.Recon/writeOff': {
    ...stepEndpoint(reconCase, 'writeOff', {
      summary: 'Writes a difference off, once a second person agrees; above the limit with the owner.',
      fields: { reason: reason(), evidence: evidence() },
    }),
    idempotent: true as const,
  },
  'finance.Recon/assign': write({
    summary: 'Assigns differences to a person, each by itself.',
    access: handle,
    audit: audit('assign', 'reconItem', WORD.assignDifferences),
    input: z.object({ ids: bulkIds(), handlerId: id() }),
    data: bulkData,
    errors: [40302, 40401],
  }),
  'finance.Recon/markTiming': write({
    summary: 'Looks for differences in the statements of the next three days, each by itself.',
    access: handle,
    audit: audit('markTiming', 'reconItem', WORD.markTimingDifferences),
    input: z.object({ ids: bulkIds() }),
    data: bulkData,
    errors: [40302],
  }),
} as const;
