/** Intake of order events and holds of settlements: the public interface of this module. */
export { applyEvents, takeEvents } from './apply';
export { intakeHandlers, intakeOwnTransactions } from './handlers';
export { forgetHold, holdSettlement, liftHold, lockLossOf, lossIsOpen, passHold, settleCancelled } from './holds';
export { intakeJobs } from './jobs';
