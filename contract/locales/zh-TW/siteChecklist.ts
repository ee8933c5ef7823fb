import type { Texts } from '../types';
import type { siteChecklist as source } from '../zh-CN/siteChecklist';
import { words } from './words';

export const siteChecklist: Texts<typeof source> = {
  keyword: words.keyword,
  keywordHint: words.checklistName,
  name: words.checklistName,
  edition: words.version,
  named: words.nameWithVersion,
  editionNo: '版本 {n}',
  state: words.state,
  itemCount: '檢查項數',
  points: '總分值',
  uses: '使用次數',
  updatedAt: words.updatedAtFeminine,
  updatedByName: words.updatedByFeminine,
  publishedAt: words.publishedAtFeminine,
  empty: '檢查表列出檢查時逐項核對的內容。',
  save: words.saveDraft,
  add: '新增檢查表',
  edit: words.edit,
  editPublished: '編輯已發布的版本會產生下一版草稿；進行中的檢查仍用原版本。',
  publish: words.publish,
  publishText: '發布「{names}」？發布後不能修改，上一版停用。',
  retire: words.disable,
  retireText: '停用「{names}」？不能再用它安排檢查。',
  items: words.items,
  addItem: '新增檢查項',
  removeItem: '移除第 {n} 項',
  itemN: words.itemN,
  itemsFault: '請填寫每項的名稱、標準和 1–20 的分值',
};
