/** Documents that people decide: the checks, the history and the inbox that they share. Knows none of them. */
export { type Case, type CaseCall, type CaseEffect, defineCase, readRecord, viewerOf } from './kernel';
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
