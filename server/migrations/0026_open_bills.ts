/** An index of the few bills that prevent their day from being closed (docs/decisions/0026). */
export const statements: readonly string[] = [
  "create index bill_open on bill (team_id, txn_id) where status = 'processing' or recon_state = 'difference'",
];
