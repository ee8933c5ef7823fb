/** Addresses of the parts of site safety. */

/** Address parameters that belong to the page around the lists. */
export const INSIDE = ['part', 'form'] as const;

/** Address parameter that prints the record when its page opens. */
export const PRINT = 'print';

/** The drawer of an insurance claim. */
export const claimAddress = (id: number): string => `/safetyModule/insureData?part=claims&open=${id}`;

export const recordAddress = (kind: 'inspection' | 'incident', id: number): string =>
  `/safetyModule/siteSafety/detail?kind=${kind}&id=${id}`;
