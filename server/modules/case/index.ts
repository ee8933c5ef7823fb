/** Common checks, history and inbox of all documents that people decide. This module imports no specific kind of document. */
export { type CaseCall, type CaseEffect, readRecord } from './definition';
export { viewerOf } from './inbox';
export { type Case, defineCase } from './kernel';
export {
  addSteps,
  type Box,
  blankSteps,
  type CaseRef,
  type CaseTable,
  casePage,
  caseTable,
  countByKind,
  decidableByRule,
  lockCase,
  shownState,
  stepsOf,
} from './store';
