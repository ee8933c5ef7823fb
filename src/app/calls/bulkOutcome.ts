/** Answer of a bulk call (DOMAIN §6.1 **B**): the number of successful records, and the failed records with their codes. */
export interface BulkOutcome {
  readonly success: number;
  readonly failed: readonly { readonly id: number; readonly no: string; readonly code: number; readonly msg: string }[];
}

/** Parses a bulk answer. Returns `null` for any other data. */
export function bulkOutcome(data: unknown): BulkOutcome | null {
  if (typeof data !== 'object' || data === null || !('success' in data) || !('failed' in data)) return null;
  return typeof data.success === 'number' && Array.isArray(data.failed) ? (data as BulkOutcome) : null;
}
