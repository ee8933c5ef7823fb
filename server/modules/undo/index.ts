/** Undo of recent actions, by the call that does the opposite. */

export { undoHandlers } from './handlers';
export { undoJobs } from './jobs';
export { createUndoStore } from './undoStore';
