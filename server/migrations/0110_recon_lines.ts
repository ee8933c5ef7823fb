/** Finds the difference of an entry by its line, however many differences a statement has. */
export const statements: readonly string[] = [
  'create index recon_item_line on recon_item (batch_id, line)',
  'drop index recon_item_batch',
];
