/** Documents that people decide: the checks, the history and the inbox that they share. Knows none of them. */
export { type CaseCall, type CaseEffect, readRecord } from './definition';
export { viewerOf } from './inbox';
export { type Case, defineCase } from './kernel';
export {
  addSteps,
  type Box,
  type CaseRef,
  type CaseTable,
  casePage,
  countByKind,
  decidableByRule,
  lockCase,
  shownState,
  stepsOf,
} from './store';
