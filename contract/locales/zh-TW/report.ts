import type { Texts } from '../types';
import type { report as source } from '../zh-CN/report';
import { words } from './words';

export const report: Texts<typeof source> = {
  open: words.reportAProblem,
  title: words.reportAProblem,
  what: '發生了什麼',
  whatHelp: '您想做什麼，看到了什麼。請不要寫密碼或驗證碼。',
  tooShort: '請至少寫 {n} 個字',
  attached: '將一併傳送',
  page: words.page,
  version: words.contractVersion,
  browser: words.browser,
  screen: '視窗',
  calls: words.lastCalls,
  noCalls: '還沒有請求',
  picture: '附上截圖',
  pictureHelp: '文字、數字、輸入內容和圖片已遮蓋，只保留頁面結構與標題。',
  pictureAlt: '已遮蓋的頁面截圖',
  pictureMaking: '正在產生截圖…',
  pictureFailed: '無法產生截圖，回報不受影響。',
  send: words.send,
  saveFile: '儲存為檔案',
  mail: '寫信給支援人員',
  mailHelp:
    '「寫信給支援人員」會把回報留在這裡，並開啟您的郵件程式寫信給 {to}。郵件連結不能帶截圖，因此回報會同時儲存為檔案，請把它附在郵件中。',
  mailSubject: '問題回報：{page}',
  mailSubjectNumbered: '第 {n} 號問題回報：{page}',
  mailAttach: '請附上檔案 {name}。',
  mailCut: '（其餘內容見檔案）',
  mailCalls: '最近的請求編號',
  mailOnly: '本控制台沒有收到回報：{why}。給 {to} 的郵件已準備好，檔案已儲存。',
  failed: '沒有傳送成功：{why}。內容已保留，可重試或儲存為檔案。',
  noAnswer: '伺服器沒有回應',
};
