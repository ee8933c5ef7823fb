import type { Texts } from '../types';
import type { cases as source } from '../zh-CN/cases';
import { words } from './words';

export const cases: Texts<typeof source> = {
  document: 'Document',
  kind: words.type,
  no: words.documentNo,
  page: 'Page',
  object: words.object,
  station: words.station,
  amount: words.amount,
  maker: words.submittedBy,
  createdAt: words.submittedAt,
  expireAt: 'Expires',
  state: words.state,
  decidedBy: words.handler,
  decidedAt: words.handledAtMasculine,
  note: words.handlingNote,
  reason: words.reason,
  changes: words.changes,
  before: words.before,
  after: words.after,
  nothing: '(none)',
  evidence: words.evidence,
  history: words.handlingHistory,
  system: words.system,
  ask: 'Submitted by {maker}: {what}. {consequence}',
  askAbout: '{what}. {consequence}',
  askMany: '{n} documents. {amounts} {consequence}',
  askAmount: '¥{x} in all.',
  yuan: '¥{x}',
  oneByOne: 'Documents of this kind are handled one by one',
};
