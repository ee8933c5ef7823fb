/**
 * This file handles region codes (GB/T 2260). They have six digits, two for each level. The file imports no library, because the
 * browser loads it at run time.
 */

/** Pads a region code to six digits. The code may be stored as a number without leading zeros. */
export const padRegionCode = (code: number | string): string => String(code).padStart(6, '0');

/** Returns the prefix that a region shares with all its sub-regions: `510000` → `51`, `510100` → `5101`. */
export const regionPrefix = (code: number | string): string => padRegionCode(code).replace(/(00){1,2}$/, '');
