/** The voucher behind a transaction of a station's flow, with its proof. */
export const statements: readonly string[] = ['create index fund_deposit_tx on fund_deposit (tx_no)'];
