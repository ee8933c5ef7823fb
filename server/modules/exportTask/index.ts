/** The table of export tasks (导出任务). exportManage runs the tasks and imports every module. This module imports no other module. */
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
