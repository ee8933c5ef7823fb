import type { Kysely } from 'kysely';
import type { INVOICE_FIELDS, InvoiceType } from '../../../contract/finance';
import type { Database } from '../../core/database/schema';

/** Invoice and payee data. An empty text means that the field is not set. */
export type Invoice = Readonly<
  Record<Exclude<keyof typeof INVOICE_FIELDS, 'invoiceType'>, string> & { invoiceType: InvoiceType }
>;

interface InvoiceVersion {
  readonly version: number;
  readonly values: Invoice;
  readonly at: Date;
  readonly byId: number;
}

/** Reads the version in force. Returns `null` before the first save. */
export async function newestInvoice(db: Kysely<Database>): Promise<InvoiceVersion | null> {
  const row = await db
    .selectFrom('finance_invoice')
    .select([
      'version',
      'subject_name as subjectName',
      'credit_code as creditCode',
      'invoice_type as invoiceType',
      'address',
      'tel',
      'bank_name as bankName',
      'bank_account as bankAccount',
      'receiver_email as receiverEmail',
      'created_at as at',
      'created_by as byId',
    ])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { version, at, byId, ...values } = row;
  return { version, values, at, byId };
}

/** Inserts a version. @returns `false` if a concurrent change has already inserted this version */
export async function insertInvoice(
  db: Kysely<Database>,
  { version, values, at, byId }: InvoiceVersion,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('finance_invoice')
    .values({
      version,
      subject_name: values.subjectName,
      credit_code: values.creditCode,
      invoice_type: values.invoiceType,
      address: values.address,
      tel: values.tel,
      bank_name: values.bankName,
      bank_account: values.bankAccount,
      receiver_email: values.receiverEmail,
      created_at: at,
      created_by: byId,
    })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
