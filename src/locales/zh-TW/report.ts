import type { Texts } from '../i18n';
import type { report as source } from '../zh-CN/report';

export const report: Texts<typeof source> = {
  open: '回報問題',
  title: '回報問題',
  what: '發生了什麼',
  whatHelp: '您想做什麼，看到了什麼。請不要寫密碼或驗證碼。',
  tooShort: '請至少寫 {n} 個字',
  attached: '將一併傳送',
  page: '頁面',
  version: '介面版本',
  browser: '瀏覽器',
  screen: '視窗',
  calls: '最近的請求',
  noCalls: '還沒有請求',
  picture: '附上截圖',
  pictureHelp: '文字、數字、輸入內容和圖片已遮蓋，只保留頁面結構與標題。',
  pictureAlt: '已遮蓋的頁面截圖',
  pictureMaking: '正在產生截圖…',
  pictureFailed: '無法產生截圖，回報不受影響。',
  send: '傳送',
  saveFile: '儲存為檔案',
  failed: '沒有傳送成功：{why}。內容已保留，可重試或儲存為檔案。',
  noAnswer: '伺服器沒有回應',
};
