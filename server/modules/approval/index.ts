/** Changes that wait for a second person (4E): kept here, shown here, decided here. */

export { approvalHandlers, countForMe } from './handlers';
export { createProposalStore } from './proposalStore';
