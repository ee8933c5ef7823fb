/** Archive: moves closed months of partitioned tables into files (docs/decisions/0082). */
export { findFault, hasManifest } from './files';
export {
  type ArchivePart,
  archivedMonth,
  archivedMonths,
  archivedParts,
  type IdRange,
  listParts,
  partMonths,
} from './parts';
export { restoreMonth, withRowsOf } from './read';
export type { ArchiveRule, ArchiveRules, ArchiveWish } from './work';
export { archiveMonths } from './write';
