import type { Texts } from '../types';
import type { cases as source } from '../zh-CN/cases';
import { words } from './words';

export const cases: Texts<typeof source> = {
  document: '單據',
  kind: words.type,
  no: words.documentNo,
  page: '所在頁面',
  object: words.object,
  station: words.station,
  amount: words.amount,
  maker: words.submittedBy,
  createdAt: words.submittedAt,
  expireAt: '截止時間',
  state: words.state,
  decidedBy: words.handler,
  decidedAt: words.handledAtMasculine,
  note: words.handlingNote,
  reason: words.reason,
  changes: words.changes,
  before: words.before,
  after: words.after,
  nothing: '（無）',
  evidence: words.evidence,
  history: words.handlingHistory,
  system: words.system,
  ask: '{maker}提交：{what}。{consequence}',
  askAbout: '{what}。{consequence}',
  askMany: '共 {n} 張單據。{amounts}{consequence}',
  askAmount: '金額合計 {x} 元。',
  yuan: '{x} 元',
  oneByOne: '這類單據需要逐張處理',
};
