/** Region codes (GB/T 2260): six digits, two per level. Free of libraries: the browser imports it at run time. */

/** Pads a code, which may be stored as a number, to six digits. */
export const padRegionCode = (code: number | string): string => String(code).padStart(6, '0');

/** Returns the prefix that all sub-regions share: `510000` → `51`, `510100` → `5101`. */
export const regionPrefix = (code: number | string): string => padRegionCode(code).replace(/(00){1,2}$/, '');
