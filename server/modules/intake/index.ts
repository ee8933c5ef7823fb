/** Intake of orders: the functions that the demo generator and the app use. */
export { applyEvents, takeEvents } from './apply';
export { intakeHandlers, intakeOwnTransactions } from './handlers';
export { forgetHold, holdSettlement, liftHold, lockLossOf, lossIsOpen, passHold, settleCancelled } from './holds';
export { intakeJobs } from './jobs';
