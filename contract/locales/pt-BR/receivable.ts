import type { Texts } from '../types';
import type { receivable as source } from '../zh-CN/receivable';

export const receivable: Texts<typeof source> = {
  no: 'Nº do valor a receber',
  createdAt: 'Lançado em',
  kind: 'Origem',
  bizNo: 'Nº de origem',
  teamId: 'Estação',
  amountFen: 'Valor',
  collectedFen: 'Cobrado',
  waivedFen: 'Dispensado',
  reducedFen: 'Estornado',
  leftFen: 'Restante',
  state: 'Estado',
  txNo: 'Nº da transação',
  note: 'Motivo da dispensa',
  sum_openFen: 'Devido agora',
  sum_collectedFen: 'Cobrado',
  sum_waivedFen: 'Dispensado',
  reason: 'Motivo da dispensa',
  waiveText: 'Dispensar ¥{x} restantes de {names}. A plataforma arca com a perda; outra pessoa deve concordar.',
  empty:
    'Tarifas, reembolsos e perdas que o saldo da estação não pôde arcar aparecem aqui. As próximas liquidações os pagam primeiro.',
};
