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

/** Invoice and payee data (开票与收款信息, DOMAIN §3.5). The platform has one such record, with versions. */

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

/** Checks whether the caller may edit the record. It belongs to the whole platform, so the caller's data scope must be unlimited. */
const mayEdit = (ctx: ActorContext): boolean =>
  ctx.actor.scope.kind === 'all' && ctx.can(RULE['financial.information.edit']);

/** Reads the current data with the bank account masked. */
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

/** Saves a new version. @throws Refusal 40001 (wrong values), 40302 (caller may not edit), 40901 (changed meanwhile) */
export async function saveInvoice(ctx: ActorContext, { version, ...wanted }: Wanted) {
  if (!mayEdit(ctx)) throw refuse(40302);
  const before = await newestInvoice(ctx.db);
  const stored = before?.values.bankAccount ?? '';
  const isKept = wanted.bankAccount.startsWith('*');
  const values: Invoice = { ...wanted, bankAccount: isKept ? stored : wanted.bankAccount };
  ctx.audit({ objectNo: NO, ...(before && { before: before.values }), after: values });
  if ((before?.version ?? 0) !== version) throw await invoiceConflict(ctx);
  // A masked account number means "unchanged". The masked number must equal the mask of the stored account number.
  if (isKept && wanted.bankAccount !== maskAccount(stored)) throw invalid([fault(ctx, 'bankAccount', 'pattern')]);
  const errors = [
    // A payment requires both the account and its bank.
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
 * Reveals the full bank account (收款账号). The account belongs to the platform, so the caller's data scope is ignored, as on the page.
 *
 * @param version the version that the caller read
 * @throws Refusal 40301 (no permission), 40401 (version has changed, or no account is set)
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
