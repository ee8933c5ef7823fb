/** Rider fund audit (骑手资金审核), whose entries a second person decides: the public interface of this module. */
export { revealRiderTel } from './answers';
export { collectOwing } from './collect';
export { entries } from './decide';
export { fundAuditExportSources } from './exports';
export { fundAuditHandlers } from './handlers';
export { fundAuditJobs } from './jobs';
export { type LossDebt, oweForLoss } from './owe';
export { owedByRider } from './store';
