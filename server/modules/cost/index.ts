/** Fee rules, plans and charges (费用管理) of orders and stations. */
export { countOwedCharges } from './charges';
export { feeRules } from './decide';
export { costExportSources } from './exports';
export { costHandlers } from './handlers';
export { costJobs } from './jobs';
export { withItems } from './order-cost';
export { orderFees } from './order-fees';
export { chargePeriods } from './periods';
export { type TermsEffect, termsEffect } from './terms-effect';
