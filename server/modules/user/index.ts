/** This file is the public API of the users module (用户). */

export { blacklists } from './black-case';
export { couponTemplates } from './coupon-store';
export { grantCoupons } from './coupons';
export { userExportSources } from './exports';
export { countFigures, type FigureDays, userList } from './figures';
export { userInScope } from './filter';
export { findUsers, revealUserTel } from './find';
export { userHandlers } from './handlers';
export { userOwnTransactions } from './intake';
export { userJobs } from './jobs';
export type { ForgetUsers } from './leave';
export type { UserFilter } from './store';
