/** Changes that wait for a second person (4E): kept here, shown here, decided here. */
export { createProposalStore } from './desk';
export { approvalHandlers, countForMe } from './handlers';
