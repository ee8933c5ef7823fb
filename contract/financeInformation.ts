import { z } from 'zod';
import { settlement, transaction } from './bill';
import { isCreditCode } from './credit-code';
import {
  actionData,
  id,
  listData,
  listInput,
  queryId,
  queryIds,
  queryList,
  read,
  sumFen,
  time,
  words,
  write,
} from './endpoint';
import type { InvoiceType } from './finance';
import { BALANCE_KEYS, type FinanceFigure, FLOW_KEYS } from './finance.figures';
import { ACCOUNT_CODES, type AccountCode } from './ledger';
import { CLOCK_TIME, E164, INVOICE, LANDLINE, MOBILE, SERVICE_TEL } from './limits';
import { text } from './text';
import { WORD } from './words';

/**
 * This file declares the endpoints of bill management (账单管理, DOMAIN §3.5, §6.6): figures, movements, the trial balance, closing
 * of days, and the invoice data of the platform.
 */

const code = z.enum(ACCOUNT_CODES as [AccountCode, ...AccountCode[]]);
const days = { dayFrom: z.iso.date().optional(), dayTo: z.iso.date().optional() };
const clock = () => z.string().regex(CLOCK_TIME).optional();
const flows = z.record(z.enum(FLOW_KEYS), sumFen());

/** Builds the audit data of the actions that close or reopen a day. */
const audit = (action: 'closeDay' | 'reopenDay') =>
  ({
    module: 'financial.information',
    action,
    object: 'day',
    money: true,
    text: action === 'closeDay' ? WORD.closeTheDay : WORD.reopenDay,
  }) as const;

const invoiceType = z.enum(['normal', 'special'] as const satisfies readonly InvoiceType[]);
const none = z.literal('');
/** Schema of a masked account number. If the caller returns the masked number, the stored number does not change. */
const maskedAccount = z.string().regex(/^\*{4,26}\d{4}$/);

const dayState = z.enum(['open', 'closed']);

export const financeInformationEndpoints = {
  'finance.Information/getSummary': read({
    summary:
      'What moved in a range of days, what lies where now, and the charts. Every figure is defined in contract/finance.figures.',
    access: { rule: 31 },
    input: z.object({ ...days, teamIds: queryIds() }),
    data: z.object({
      flows,
      balances: z.record(z.enum(BALANCE_KEYS), sumFen()),
      channels: z.array(z.object({ id: id(), mchNo: z.string(), name: z.string(), balanceFen: sumFen() })),
      /** Debit balances minus credit balances. Any amount other than 0 is an error in the books. */
      differenceFen: sumFen(),
      daily: z.array(z.object({ day: z.iso.date(), inFen: sumFen(), outFen: sumFen() })),
      fromDay: z.iso.date(),
      toDay: z.iso.date(),
      today: z.iso.date(),
      asOf: time(),
    }),
    errors: [40006, 40302],
  }),
  'finance.Information/getByTeam': read({
    summary: 'The same figures by station, day or city.',
    access: { rule: 31 },
    input: listInput({ ...days, teamIds: queryIds(), group: z.enum(['team', 'day', 'region']).default('team') }, [
      'orders',
      'income',
      'net',
      'closingFen',
    ]),
    data: listData(
      z.object({
        /** Id of the row: a station id, a day as a number, or the region code of a city. 0 means no station or no city. */
        id: z.int(),
        name: z.string(),
        /** `teamIds` and `day` are the filters of the link to the movements. */
        teamIds: z.array(id()),
        day: z.iso.date().nullable(),
        orders: z.int(),
        flows,
        closingFen: sumFen(),
      }),
      z.object({ orders: z.int(), flows, closingFen: sumFen(), fromDay: z.iso.date(), toDay: z.iso.date() }),
    ),
    errors: [40005, 40006, 40302],
  }),
  'finance.Information/getMovements': read({
    summary: 'Transactions behind a figure, newest first, with what each moved of it; their sum is the figure.',
    access: { rule: 31 },
    input: listInput(
      {
        figure: z.enum([...FLOW_KEYS, ...BALANCE_KEYS] as [FinanceFigure, ...FinanceFigure[]]).optional(),
        /** Account codes. The server uses them only if `figure` is missing. */
        code: queryList(code),
        teamIds: queryIds(),
        merchantNumberIds: queryIds(),
        ...days,
        /** Time of day. The server ignores movements of the last day after this time. */
        time: clock(),
      },
      ['at'],
    ),
    data: listData(
      z.object({
        id: id(),
        txNo: z.string(),
        at: time(),
        day: z.iso.date(),
        typeText: z.string(),
        bizNo: z.string(),
        teamName: z.string(),
        debitFen: z.int(),
        creditFen: z.int(),
        remark: z.string(),
        isReversal: z.boolean(),
      }),
      z.object({
        debitFen: sumFen(),
        creditFen: sumFen(),
        /** Debit minus credit for figures on the debit side, credit minus debit for figures on the credit side. */
        amountFen: sumFen(),
        /**
         * Opening and closing balance. Both are `null` if the list covers all accounts or only some entry types, because the sum is then no
         * balance.
         */
        openingFen: sumFen(),
        closingFen: sumFen(),
        /** Number of transactions. `null` means that there are more transactions than a list counts. */
        count: z.int().nullable(),
        fromDay: z.iso.date(),
        toDay: z.iso.date(),
      }),
    ),
    errors: [40005, 40006, 40302],
  }),
  'finance.Information/getTransaction': read({
    summary: 'One transaction with all its postings, and the bill that belongs to it.',
    access: { rule: 31 },
    input: z.object({ id: queryId() }),
    data: z.object({
      id: id(),
      transaction,
      teamName: z.string(),
      billId: id().nullable(),
      billNo: z.string().nullable(),
      /** Settlement of the transaction's order. `null` means that the transaction is not about an order. */
      settlement: settlement.nullable(),
    }),
    errors: [40302, 40401],
  }),
  'finance.Information/getTrialBalance': read({
    summary: 'Trial balance at the end of a day, or at a time of it; today: up to now.',
    access: { rule: 31 },
    input: z.object({ day: z.iso.date().optional(), time: clock(), teamIds: queryIds() }),
    data: z.object({
      day: z.iso.date(),
      /** Time of day of the balances. `null` means the end of the day. */
      time: z.string().nullable(),
      rows: z.array(
        z.object({
          code,
          text: z.string(),
          side: z.enum(['A', 'L']),
          openingFen: sumFen(),
          debitFen: sumFen(),
          creditFen: sumFen(),
          closingFen: sumFen(),
        }),
      ),
      debitFen: sumFen(),
      creditFen: sumFen(),
      /** Sum of the balances of side A (assets and expenses). */
      assetsFen: sumFen(),
      /** Sum of the balances of side L (liabilities and revenues). */
      liabilitiesFen: sumFen(),
      asOf: time(),
    }),
    errors: [40006, 40302],
  }),
  'finance.Information/getDays': read({
    summary: 'Days with what was posted, and whether they are closed.',
    access: { rule: 31 },
    input: listInput({ ...days, state: dayState.optional() }, ['day']),
    data: listData(
      z.object({
        /** The day as a number, such as 20260301. */
        id: id(),
        day: z.iso.date(),
        postings: z.int(),
        debitFen: sumFen(),
        creditFen: sumFen(),
        openItems: z.int(),
        /**
         * Number of the day's platform statements: balanced, and all. `null` means that there are no statements, or that the caller sees
         * only some stations.
         */
        statements: z.object({ balanced: z.int(), all: z.int() }).nullable(),
        state: dayState,
        stateText: z.string(),
        byName: z.string(),
        closedAt: time().nullable(),
        /** Data about the last reopening of the day, and the number of reopenings. `null` means that the day was never reopened. */
        reopening: z
          .object({ times: z.int(), at: time(), byName: z.string(), reason: z.string(), untilDay: z.iso.date() })
          .nullable(),
        actions: z.array(z.string()),
      }),
      z.object({
        fromDay: z.iso.date(),
        toDay: z.iso.date(),
        /** This day and all earlier days are closed. `null` means that no day is closed. */
        closedUntil: z.iso.date().nullable(),
      }),
    ),
    errors: [40005, 40006],
  }),
  'finance.Information/getInvoice': read({
    summary: 'Invoice and payee data of the platform; the bank account masked. Version 0: never saved.',
    access: { rule: 31 },
    input: z.object({}),
    data: z.object({
      subjectName: z.string(),
      creditCode: z.string(),
      invoiceType,
      address: z.string(),
      tel: z.string(),
      bankName: z.string(),
      bankAccount: z.string(),
      receiverEmail: z.string(),
      version: z.int(),
      updatedAt: time().nullable(),
      updatedByName: z.string(),
      actions: z.array(z.string()),
    }),
  }),
  'finance.Information/saveInvoice': write({
    summary: 'Saves invoice and payee data as a new version.',
    access: { rule: 3102 },
    versioned: true,
    audit: {
      module: 'financial.information',
      action: 'saveInvoice',
      object: 'invoice',
      text: text(
        '保存开票与收款信息',
        'Save invoice and payee data',
        'Salvar dados de fatura e recebimento',
        '儲存開票與收款資訊',
      ),
      personal: ['bankAccount', 'tel', 'receiverEmail'],
    },
    input: z.object({
      subjectName: words(INVOICE.subjectName),
      creditCode: z.string().trim().toUpperCase().length(18).refine(isCreditCode),
      invoiceType,
      address: z.string().trim().max(INVOICE.address.max),
      tel: z.union([
        none,
        z
          .string()
          .trim()
          .refine((value) => [MOBILE, LANDLINE, SERVICE_TEL, E164].some((pattern) => pattern.test(value))),
      ]),
      bankName: z.string().trim().max(INVOICE.bankName.max),
      bankAccount: z.union([none, z.string().trim().regex(INVOICE.bankAccount), maskedAccount]),
      receiverEmail: z.email().max(INVOICE.receiverEmail.max),
      version: z.int(),
    }),
    data: actionData,
    errors: [40302, 40901],
  }),
  'finance.Information/closeDay': write({
    summary: 'Closes a day: nothing is posted into it or an earlier one any more. Days close in order.',
    access: { rule: 3106 },
    risk: 'second',
    audit: audit('closeDay'),
    input: z.object({ day: z.iso.date() }),
    data: actionData,
    errors: [40006, 40302, 42201, 42243, 42247, 42274],
  }),
  'finance.Information/reopenDay': write({
    summary: 'Opens a closed day and every later one again, once a second person agrees; the owner only proposes it.',
    access: { rule: 3106 },
    risk: 'second',
    idempotent: true,
    audit: audit('reopenDay'),
    input: z.object({ day: z.iso.date(), reason: z.string().trim().min(5).max(200) }),
    data: actionData,
    errors: [40302, 40304, 42201],
  }),
} as const;
