/** Cancelled orders with money in escrow: the list, and the actions that close them. */
export { escrowHandlers } from './handlers';
