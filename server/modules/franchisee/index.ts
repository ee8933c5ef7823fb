/** Franchisees (加盟商) and their contracts: the public interface of this module. */
export { franchiseeAdjusts } from './adjust';
export { revealFranchisee } from './answers';
export { payContract, signContract } from './contracts';
export { franchiseeExportSources } from './exports';
export { findFranchisees } from './find';
export { franchiseeHandlers } from './handlers';
export { franchiseeJobs } from './jobs';
export { franchiseeColumn } from './require';
export { overlap } from './rules';
export { contractOfApply, holdings } from './store';
