import type { Texts } from '../types';
import type { importing as source } from '../zh-CN/importing';
import { words } from './words';

export const importing: Texts<typeof source> = {
  why: '選擇 CSV 或 XLSX 檔案，最多 {n} 列。先試執行：檢查每一列但不儲存；全部無誤才能匯入。',
  template: '下載範本',
  choose: words.chooseFile,
  chosen: '已選擇 {name}',
  try: '試執行',
  trying: '正在檢查 {name}…',
  clean: '{n} 列全部無誤，可以匯入。',
  faulty: '{n} 處有誤，未儲存任何資料。請修改檔案後重新選擇。',
  errors: '錯誤清單',
  download: '下載錯誤清單（CSV）',
  row: '列',
  column: '欄位',
  message: words.problem,
  whole: '整個檔案',
  tooLarge: '檔案過大，請選擇不超過 {n} KB 的檔案',
  moreErrors: '另有 {n} 處，見下載的清單',
};
