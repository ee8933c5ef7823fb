/** Records that stations refer to: fee plans, franchisees, merchant numbers. */
export {
  feePlan,
  feePlans,
  franchisee,
  franchisees,
  franchiseShares,
  merchantNumberNames,
  merchantNumbers,
  planRules,
} from './store';
