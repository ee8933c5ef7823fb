/** Documents that wait for a decision: proposals (4E), which are kept and decided here, and the inbox over all kinds. */

export { approvalHandlers } from './handlers';
export { approvalJobs, waitingForCaller } from './inbox';
export { createProposalStore } from './proposalStore';
