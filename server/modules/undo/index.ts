/** This module undoes recent actions. Each undo calls the endpoint that compensates the action. */

export { undoHandlers } from './handlers';
export { undoJobs } from './jobs';
export { createUndoStore } from './undoStore';
