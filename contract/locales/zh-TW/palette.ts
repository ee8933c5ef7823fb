import type { Texts } from '../types';
import type { palette as source } from '../zh-CN/palette';

export const palette: Texts<typeof source> = {
  title: '命令面板',
  button: '搜尋',
  placeholder: '尋找頁面、操作、站點、員工…',
  recent: '最近造訪',
  record1: '記錄',
  records: '資料',
  team: '站點',
  staff: '員工',
  account: '帳號',
  identity: '身分',
  record: '操作記錄',
  all: '在「{kind}」中檢視全部「{text}」',
  waiting: '正在尋找…',
  nothing: '沒有找到「{text}」',
  kinds: '還可尋找：{kinds}。請換個名稱、編號或手機號碼開頭試試。',
  failed: '尋找失敗',
  retry: '按 Enter 重試',
  count: '{n} 筆結果',
  footMove: '選擇',
  footPick: '開啟',
  footApart: '在新分頁開啟',
};
