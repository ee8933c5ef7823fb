/** Codes of regions (GB/T 2260): six digits, two a level. Free of libraries: the browser imports it at run time. */

/** A code as it is stored among ids, with its six digits. */
export const padRegionCode = (code: number | string): string => String(code).padStart(6, '0');

/** The part of a code that its sub-regions share: `510000` → `51`, `510100` → `5101`. */
export const regionPrefix = (code: number | string): string => padRegionCode(code).replace(/(00){1,2}$/, '');
