/** What stations refer to: fee plans, franchisees, merchant numbers. */
export { feePlan, feePlans, franchisee, franchisees, franchiseShares, merchantNumbers, planRules } from './store';
