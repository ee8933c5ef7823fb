/** Documents that await a decision: proposals (4E), which this module stores and decides, and the inbox for all kinds of documents. */

export { approvalHandlers } from './handlers';
export { approvalJobs, waitingForCaller } from './inbox';
export { createProposalStore } from './proposalStore';
export { forgetProposalReasons } from './store';
