/** Addresses of the parts of site safety. */

/** Address parameters that belong to the page around the lists. */
export const INSIDE = ['part', 'form'] as const;

export const recordAddress = (kind: 'inspection' | 'incident', id: number): string =>
  `/safetyModule/siteSafety/detail?kind=${kind}&id=${id}`;
