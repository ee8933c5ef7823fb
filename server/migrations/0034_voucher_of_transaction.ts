/** An index that finds the voucher of a transaction in a station's movements. */
export const statements: readonly string[] = ['create index fund_deposit_tx on fund_deposit (tx_no)'];
