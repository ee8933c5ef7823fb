/** This module builds the URLs of site safety pages. */

/** Query parameters that belong to the page around the lists. */
export const INSIDE = ['part', 'form'] as const;

/** Query parameter that prints the record when its page opens. */
export const PRINT = 'print';

/** Returns the URL that opens the drawer of an insurance claim. */
export const claimAddress = (id: number): string => `/safetyModule/insureData?part=claims&open=${id}`;

export const recordAddress = (kind: 'inspection' | 'incident', id: number): string =>
  `/safetyModule/siteSafety/detail?kind=${kind}&id=${id}`;
