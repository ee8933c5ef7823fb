/** Franchisees (加盟商): their contracts, territories, fees and shares, and how a franchise ends. */
export { franchiseeAdjusts } from './adjust';
export { revealFranchiseeTel } from './answers';
export { payContract, signContract } from './contracts';
export { franchiseeExportSources } from './exports';
export { findFranchisees } from './find';
export { franchiseeHandlers } from './handlers';
export { franchiseeJobs } from './jobs';
export { overlap } from './rules';
export { contractOfApply, holdings } from './store';
