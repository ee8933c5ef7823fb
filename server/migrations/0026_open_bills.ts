/** Bills that keep their day from being closed (docs/decisions/0026): few, and found without reading the others. */
export const statements: readonly string[] = [
  "create index bill_open on bill (team_id, txn_id) where status = 'processing' or recon_state = 'difference'",
];
