import type { Texts } from '../types';
import type { shell as source } from '../zh-CN/shell';
import { words } from './words';

export const shell: Texts<typeof source> = {
  skip: '跳至內容',
  userMenu: '{name} 的選單',
  language: words.language,
  appearance: '外觀',
  light: '淺色',
  dark: '深色',
  system: '跟隨系統',
  compact: '緊湊版面',
  colorWeak: '色弱模式',
  logout: words.signOut,
  collapse: '收合側欄',
  expand: '展開側欄',
  mainMenu: '主選單',
  moreGroups: words.more,
  breadcrumb: '目前位置',
  continue: '繼續上次的頁面：{title}',
  sessionChanged: '帳號已在其他視窗切換，頁面已更新',
  loadFailed: '無法讀取帳號資訊',
  loadFailedHint: '請檢查網路後重試。',
  monitorTitle: '友情提醒',
  monitorFound: '偵測到非法偵錯，該行為將被回報。請關閉 F12 偵錯模式。',
  monitorReport: '危險操作監測報告',
  monitorReported: '剛才的偵錯行為已回報並記錄，系統已對該帳號建立持續追蹤。',
  monitorClose: '請關閉 F12 偵錯模式後繼續使用。',
  monitorUnderstood: '我知道了',
  brandHelp: '平台說明',
  brandFeedback: words.feedback,
};
