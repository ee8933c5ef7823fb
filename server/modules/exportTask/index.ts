/** Export tasks (导出任务): the table. exportManage, which depends on every module's tables, runs and serves them. */
export { beat, failExport, finishExport, freeExports, isHeld, letGo, saveProgress, takeExport } from './holder-store';
export {
  countDownload,
  countOpen,
  countReadyExports,
  type ExportFilter,
  type ExportRecord,
  expireExports,
  exportById,
  exportPage,
  exportTotals,
  holdAccount,
  insertExport,
  nextExportNo,
  openExports,
  redeemExportLink,
  requesterAccount,
  sameExport,
  stepExport,
  withFiles,
} from './store';
