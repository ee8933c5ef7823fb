import type { Texts } from '../types';
import type { siteChecklist as source } from '../zh-CN/siteChecklist';

export const siteChecklist: Texts<typeof source> = {
  keyword: '關鍵字',
  keywordHint: '檢查表名稱',
  name: '檢查表名稱',
  edition: '版本',
  state: '狀態',
  itemCount: '檢查項數',
  points: '總分值',
  uses: '使用次數',
  updatedAt: '更新時間',
  updatedByName: '更新人',
  publishedAt: '發布時間',
  empty: '檢查表列出檢查時逐項核對的內容。',
  add: '新增檢查表',
  edit: '編輯',
  editPublished: '編輯已發布的版本會產生下一版草稿；進行中的檢查仍用原版本。',
  publish: '發布',
  publishText: '發布「{names}」？發布後不能修改，上一版停用。',
  retire: '停用',
  retireText: '停用「{names}」？不能再用它安排檢查。',
  items: '檢查項',
  addItem: '新增檢查項',
  removeItem: '移除第 {n} 項',
  itemN: '第 {n} 項',
  itemsFault: '請填寫每項的名稱、標準和 1–20 的分值',
};
