import { z } from 'zod';
import { reasonOf } from './case';
import { stepEndpoint } from './case-endpoints';
import { actionData, id, listData, listInput, read, words, write } from './endpoint';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { RULE } from './rule-ids';
import { text } from './text';
import { TRANSFER_LIST } from './transfer.fields';
import { TRANSFER, transferCase } from './transfer.states';

/** Endpoints of transfers between our own merchant numbers (商户号调拨, DOMAIN §9 decisions 21 and 22). */

const { min = 0, max = 0 } = reasonOf(transferCase.steps.reject) ?? {};
const reason = () => words({ min, max });
const voucherNo = () => words(TRANSFER.voucherNo);

export const transferEndpoints = {
  'finance.Transfer/getList': read({
    summary: 'Transfers between merchant numbers, newest first; the last 30 days unless told otherwise.',
    access: { rule: RULE['financial.merchant'] },
    input: listInput(filterShape(TRANSFER_LIST), sortKeys(TRANSFER_LIST)),
    data: listData(
      z.object({ id: id(), version: z.int(), ...fieldShape(TRANSFER_LIST), actions: z.array(z.string()) }),
      z.object(totalShape(TRANSFER_LIST)),
    ),
    errors: [40005, 40006, 40302],
  }),
  'finance.Transfer/submit': write({
    summary: 'Proposes a transfer; another person has to agree.',
    access: { rule: RULE['financial.merchant.transfer'] },
    idempotent: true,
    audit: {
      module: 'financial.merchant',
      action: 'submit',
      object: 'transfer',
      money: true,
      text: text('发起商户号调拨', 'Propose transfer', 'Propor transferência', '發起商戶號調撥'),
    },
    input: z.object({
      fromId: id(),
      toId: id(),
      amountFen: z.int().min(TRANSFER.amountFen.min).max(TRANSFER.amountFen.max),
      reason: reason(),
    }),
    data: actionData,
    errors: [40302, 40401, 50201],
  }),
  'finance.Transfer/approve': stepEndpoint(transferCase, 'approve', {
    summary: 'Agrees to a transfer and reserves its amount. Never by its maker; above the limit with the owner.',
  }),
  'finance.Transfer/reject': stepEndpoint(transferCase, 'reject', {
    summary: 'Rejects a transfer, with a reason.',
    fields: { reason: reason() },
  }),
  'finance.Transfer/withdraw': stepEndpoint(transferCase, 'withdraw', { summary: 'Takes one’s own transfer back.' }),
  'finance.Transfer/bookOut': stepEndpoint(transferCase, 'bookOut', {
    summary: 'Books that the money left the first number, with a voucher.',
    fields: { voucherNo: voucherNo(), voucher: id() },
  }),
  'finance.Transfer/bookIn': stepEndpoint(transferCase, 'bookIn', {
    summary: 'Books that the money arrived at the other number.',
    fields: { voucherNo: voucherNo() },
  }),
  'finance.Transfer/bookReturn': stepEndpoint(transferCase, 'bookReturn', {
    summary: 'Books that the money came back to the first number.',
    fields: { voucherNo: voucherNo(), reason: reason() },
  }),
  'finance.Transfer/abandon': stepEndpoint(transferCase, 'abandon', {
    summary: 'Ends a transfer that was not sent.',
    fields: { reason: reason() },
  }),
} as const;
