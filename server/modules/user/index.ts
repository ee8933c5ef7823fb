/** Users (用户): what other modules may ask. */

export { couponTemplates } from './coupon-store';
export { grantCoupons } from './coupons';
export { userExportSources } from './exports';
export { userInScope } from './filter';
export { findUsers, revealUserTel } from './find';
export { userHandlers } from './handlers';
export { userOwnTransactions } from './intake';
export { userJobs } from './jobs';
export { countFigures, type FigureDays, type UserFilter, userPage, userTotals } from './store';
