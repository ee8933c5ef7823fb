import { z } from 'zod';
import { actionData, id, listData, listInput, read, words, write } from './endpoint';
import { RECEIVABLE } from './receivable.fields';
import { RECEIVABLE_RULE, receivableLifecycle } from './receivable.states';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';

/** Endpoints for receivables from stations (DOMAIN §9 decision 21). The ledger creates and collects them. Staff can only waive them. */
export const receivableEndpoints = {
  'finance.Receivable/getList': read({
    summary: 'What stations owe and owed, the newest first.',
    access: { rule: 34 },
    input: listInput(filterShape(RECEIVABLE), sortKeys(RECEIVABLE)),
    data: listData(
      z.object({ id: id(), version: z.int(), ...fieldShape(RECEIVABLE), actions: z.array(z.string()) }),
      z.object(totalShape(RECEIVABLE)),
    ),
    errors: [40005, 40302],
  }),
  'finance.Receivable/waive': write({
    summary: 'Lets the rest of what a station owes of a refund or a food loss go. Another person must agree.',
    access: { rule: 3307 },
    risk: 'fourEyes',
    idempotent: true,
    audit: {
      module: 'teamFund',
      action: 'waiveReceivable',
      object: 'receivable',
      text: receivableLifecycle.transition('waive').text,
      money: true,
    },
    input: z.object({
      id: id(),
      reason: words(RECEIVABLE_RULE.reason),
    }),
    data: actionData,
    errors: [40302, 40401, 42201],
  }),
} as const;
