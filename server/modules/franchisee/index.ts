/** Franchisees (加盟商): their contracts, territories and fees. */
export { franchiseeJobs, payContract, signContract } from './contracts';
export { overlap } from './rules';
export { contractOfApply, holdings } from './store';
