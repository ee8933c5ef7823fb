/** Cancelled orders whose money still lies in escrow: the list, and what ends them. */
export { escrowHandlers } from './handlers';
