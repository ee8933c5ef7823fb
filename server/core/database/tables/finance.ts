import type { InvoiceType } from '../../../../contract/finance';

/** Table of the invoice and payee data (DOMAIN §3.5; migration 0024). Owned by server/modules/financeInformation. */
export interface FinanceTables {
  finance_invoice: FinanceInvoiceTable;
}

/** Invoice and payee data (开票与收款信息). Append-only: the newest version is valid. An empty text means not set. */
interface FinanceInvoiceTable {
  version: number;
  subject_name: string;
  credit_code: string;
  invoice_type: InvoiceType;
  address: string;
  tel: string;
  bank_name: string;
  bank_account: string;
  receiver_email: string;
  created_at: Date;
  created_by: number;
}
