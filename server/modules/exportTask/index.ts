/** The table of export tasks (导出任务). The module exportManage runs and serves the tasks, because it imports every module's tables. */
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
