/** This module undoes recent actions by calling the opposite endpoint. */

export { undoHandlers } from './handlers';
export { undoJobs } from './jobs';
export { createUndoStore } from './undoStore';
