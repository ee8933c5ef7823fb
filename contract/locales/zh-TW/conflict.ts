import type { Texts } from '../types';
import type { conflict as source } from '../zh-CN/conflict';

export const conflict: Texts<typeof source> = {
  sinceDraft: '在您填寫期間，資料已發生變化。',
  how: '僅一方修改的欄位已自動合併；雙方都修改的，請選擇保留哪一個。',
  none: '您填寫的內容與最新資料一致，可直接繼續。',
  base: '開啟時',
  onlyMine: '僅您修改',
  onlyTheirs: '僅對方修改',
  both: '雙方都修改',
  allMine: '全部用我的',
  allTheirs: '全部用對方的',
  open: '還有 {n} 項待選擇',
  ready: '{n} 項不同，均已確定',
  save: '按此儲存',
  edit: '採用並繼續編輯',
  goOn: '繼續',
  before: '頁面所示',
  now: '最新',
};
