import type { Texts } from '../i18n';
import type { shell as source } from '../zh-CN/shell';

export const shell: Texts<typeof source> = {
  skip: '跳至內容',
  userMenu: '{name} 的選單',
  language: '語言',
  appearance: '外觀',
  light: '淺色',
  dark: '深色',
  system: '跟隨系統',
  compact: '緊湊版面',
  colorWeak: '色弱模式',
  logout: '登出',
  settings: '頁面設定',
  collapse: '收合側欄',
  expand: '展開側欄',
  mainMenu: '主選單',
  moreGroups: '更多',
  breadcrumb: '目前位置',
  continue: '繼續上次的頁面：{title}',
  sessionChanged: '帳號已在其他視窗切換，頁面已更新',
  loadFailed: '無法讀取帳號資訊',
  loadFailedHint: '請檢查網路後重試。',
  offline: '網路已中斷，正在等待恢復',
};
