/** Records that stations refer to: fee plans, franchisees, merchant numbers. */
export {
  feePlan,
  feePlans,
  franchisee,
  franchiseeNames,
  franchisees,
  franchiseShares,
  holdFranchisee,
  isFranchiseeInScope,
  merchantNumberNames,
  merchantNumbers,
  namesOf,
  planRules,
} from './store';
