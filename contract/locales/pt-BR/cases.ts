import type { Texts } from '../types';
import type { cases as source } from '../zh-CN/cases';
import { words } from './words';

export const cases: Texts<typeof source> = {
  document: 'Documento',
  kind: words.type,
  no: words.documentNo,
  page: 'Página',
  object: words.object,
  station: words.station,
  amount: words.amount,
  maker: words.submittedBy,
  createdAt: words.submittedAt,
  expireAt: 'Expira em',
  state: words.state,
  decidedBy: words.handler,
  decidedAt: words.handledAtMasculine,
  note: words.handlingNote,
  reason: words.reason,
  changes: words.changes,
  before: words.before,
  after: words.after,
  nothing: '(nada)',
  evidence: words.evidence,
  history: words.handlingHistory,
  system: words.system,
  ask: 'Enviado por {maker}: {what}. {consequence}',
  askAbout: '{what}. {consequence}',
  askMany: '{n} documentos. {amounts} {consequence}',
  askAmount: '¥{x} no total.',
  yuan: '¥{x}',
  oneByOne: 'Documentos deste tipo são tratados um a um',
};
