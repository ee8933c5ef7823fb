import type { Texts } from '../types';
import type { view as source } from '../zh-CN/view';
import { words } from './words';

export const view: Texts<typeof source> = {
  title: '檢視：',
  plain: '全部資料',
  unsaved: '未儲存的檢視',
  mine: '我的檢視',
  everyone: '所有人',
  onlyMe: '僅自己',
  sharedWith: '身分「{name}」',
  manage: '管理',
  changed: '已修改',
  update: '儲存修改',
  updated: words.viewNameSaved,
  back: words.discardChanges,
  make: '另存為新檢視',
  edit: '重新命名與共用',
  name: '檢視名稱',
  who: '誰可以使用',
  identity: words.identity,
  remove: words.deleteView,
  removeText: '刪除後無法復原檢視「{name}」。資料不受影響。',
  removeSharedText: '檢視「{name}」將從所有使用者的列表中消失。資料不受影響。',
  setDefault: '設為我的預設檢視',
  defaultSet: '開啟列表時將顯示「{name}」',
  setIdentityDefault: '設為身分的預設檢視',
  identityDefaultText: '擁有該身分、且沒有自己預設檢視的人開啟列表時，將顯示「{name}」。',
  unsetIdentityDefault: '取消「{name}」的預設檢視',
  pick: '開啟檢視',
};
