/** An index that finds the difference of a statement line, even in a statement with many differences. */
export const statements: readonly string[] = [
  'create index recon_item_line on recon_item (batch_id, line)',
  'drop index recon_item_batch',
];
