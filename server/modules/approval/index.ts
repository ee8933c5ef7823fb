/** Documents that wait for a decision: proposals (4E), which are stored and decided here, and the inbox for all kinds. */

export { approvalHandlers } from './handlers';
export { approvalJobs, waitingForCaller } from './inbox';
export { createProposalStore } from './proposalStore';
export { forgetProposalReasons } from './store';
