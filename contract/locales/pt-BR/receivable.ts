import type { Texts } from '../types';
import type { receivable as source } from '../zh-CN/receivable';
import { words } from './words';

export const receivable: Texts<typeof source> = {
  no: 'Nº do valor a receber',
  createdAt: words.postedAt,
  kind: words.source,
  bizNo: words.sourceNo,
  teamId: words.station,
  amountFen: 'Valor',
  collectedFen: words.collected,
  waivedFen: words.waived,
  reducedFen: words.reversedMasculine,
  leftFen: words.outstanding,
  state: words.state,
  txNo: 'Nº da transação',
  note: words.reasonForWaiver,
  sum_openFen: words.outstanding,
  sum_collectedFen: words.collected,
  sum_waivedFen: words.waived,
  reason: words.reasonForWaiver,
  waiveText: 'Dispensar ¥{x} restantes de {names}. A plataforma arca com a perda; outra pessoa deve concordar.',
  empty:
    'Tarifas, reembolsos e perdas que o saldo da estação não pôde cobrir aparecem aqui. As próximas liquidações os pagam primeiro.',
};
