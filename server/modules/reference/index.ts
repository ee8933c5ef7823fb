/** Records that stations refer to: fee plans, franchisees, merchant numbers. */
export {
  feePlan,
  feePlans,
  franchisee,
  franchisees,
  franchiseShares,
  holdFranchisee,
  merchantNumberNames,
  merchantNumbers,
  planRules,
} from './store';
