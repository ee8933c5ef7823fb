/** Taking back what was done a moment ago, by the call that does the opposite. */
export { createUndoStore } from './desk';
export { undoHandlers } from './handlers';
export { undoJobs } from './jobs';
