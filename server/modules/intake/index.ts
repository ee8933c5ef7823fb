/** How orders come in: what the demo generator and the app use of it. */
export { applyEvents, takeEvents } from './apply';
export { intakeHandlers, intakeOwnTransactions } from './handlers';
export { forgetHold, holdSettlement, liftHold, settleCancelled } from './holds';
export { intakeJobs } from './jobs';
