/** What stations refer to: fee plans and franchisees. */
export { feePlan, feePlans, franchisee, franchisees } from './store';
