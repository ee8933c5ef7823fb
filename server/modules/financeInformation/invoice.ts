import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import { INVOICE_FIELDS } from '../../../contract/finance';
import type { financeInformationEndpoints } from '../../../contract/financeInformation';
import { RULE } from '../../../contract/rule-ids';
import { text } from '../../../contract/text';
import { validationText } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import { forReveal } from '../../core/access/access';
import { maskAccount } from '../../core/access/mask';
import type { ActorContext } from '../../core/http/context';
import { conflict, invalid, refuse } from '../../core/http/refusal';
import { accountNames } from '../account';
import { type Invoice, insertInvoice, newestInvoice } from './invoice-store';

/** Invoice and payee data (开票与收款信息, DOMAIN §3.5): one record of the platform, kept as versions. */

type Answer = DataOf<(typeof financeInformationEndpoints)['finance.Information/getInvoice']>;
type Wanted = ParsedOf<(typeof financeInformationEndpoints)['finance.Information/saveInvoice']>;

const NO = 'invoice';
const WORDS = {
  inForce: WORD.inForce,
  saved: text('开票与收款信息已保存', 'Invoice and payee data saved', 'Dados salvos', '開票與收款資訊已儲存'),
} as const;
const EMPTY: Invoice = {
  subjectName: '',
  creditCode: '',
  invoiceType: 'normal',
  address: '',
  tel: '',
  bankName: '',
  bankAccount: '',
  receiverEmail: '',
};

/** The platform's own record: only who sees all of it changes it. */
const mayEdit = (ctx: ActorContext): boolean =>
  ctx.actor.scope.kind === 'all' && ctx.can(RULE['financial.information.edit']);

/** The data in force, the account masked. */
export async function currentInvoice(ctx: ActorContext): Promise<Answer> {
  const found = await newestInvoice(ctx.db);
  const names = await accountNames(ctx.db, found ? [found.byId] : []);
  const values = found?.values ?? EMPTY;
  return {
    ...values,
    bankAccount: maskAccount(values.bankAccount),
    version: found?.version ?? 0,
    updatedAt: found?.at.toISOString() ?? null,
    updatedByName: found ? (names.get(found.byId) ?? ctx.t(WORD.system)) : '',
    actions: mayEdit(ctx) ? ['saveInvoice'] : [],
  };
}

/** @throws Refusal 40001 · 40302 · 40901 */
export async function saveInvoice(ctx: ActorContext, { version, ...wanted }: Wanted) {
  if (!mayEdit(ctx)) throw refuse(40302);
  const before = await newestInvoice(ctx.db);
  const stored = before?.values.bankAccount ?? '';
  const isKept = wanted.bankAccount.startsWith('*');
  const values: Invoice = { ...wanted, bankAccount: isKept ? stored : wanted.bankAccount };
  ctx.audit({ objectNo: NO, ...(before && { before: before.values }), after: values });
  if ((before?.version ?? 0) !== version) throw await invoiceConflict(ctx);
  // The mask is accepted in place of the stored account only.
  if (isKept && wanted.bankAccount !== maskAccount(stored)) throw invalid([fault(ctx, 'bankAccount', 'pattern')]);
  const errors = [
    // An account without its bank, or a bank without an account, cannot be paid to.
    ...(values.bankAccount !== '' && values.bankName === '' ? [fault(ctx, 'bankName', 'required')] : []),
    ...(values.bankName !== '' && values.bankAccount === '' ? [fault(ctx, 'bankAccount', 'required')] : []),
  ];
  if (errors.length > 0) throw invalid(errors);
  const saved = await insertInvoice(ctx.db, {
    version: version + 1,
    values,
    at: ctx.clock.now(),
    byId: ctx.actor.accountId,
  });
  if (!saved) throw await invoiceConflict(ctx);
  return {
    id: version + 1,
    no: NO,
    state: 'saved',
    stateText: ctx.t(WORDS.inForce),
    version: version + 1,
    message: ctx.t(WORDS.saved),
  };
}

/**
 * The bank account in full (收款账号). The platform's own: the data scope does not narrow it, as it does not on the page.
 *
 * @param version that the caller saw
 * @throws Refusal 40301 · 40401 it is another version by now
 */
export async function revealBankAccount(ctx: ActorContext, version: number): Promise<{ value: string; no: string }> {
  forReveal(ctx, RULE['financial.information.unmask'], 'bankCard');
  const found = await newestInvoice(ctx.db);
  if (found?.version !== version || found.values.bankAccount === '') throw refuse(40401);
  return { value: found.values.bankAccount, no: NO };
}

function fault(ctx: ActorContext, field: keyof typeof INVOICE_FIELDS, rule: 'pattern' | 'required') {
  return { field, rule, message: validationText(rule, ctx.locale, { label: ctx.t(INVOICE_FIELDS[field]) }) };
}

async function invoiceConflict(ctx: ActorContext) {
  const { updatedByName, updatedAt, actions: _actions, ...current } = await currentInvoice(ctx);
  return conflict(current, updatedByName, updatedAt);
}
