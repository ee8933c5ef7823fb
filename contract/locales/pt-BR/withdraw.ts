import type { Texts } from '../types';
import type { withdraw as source } from '../zh-CN/withdraw';

export const withdraw: Texts<typeof source> = {
  tab_team: 'Estações',
  tab_rider: 'Entregadores',
  tab_franchisee: 'Franqueados',
  calculator: 'Cálculo da tarifa',
  calculatorHelp: 'Usa os valores do formulário, salvos ou não.',
  amount: 'Valor do saque',
  usedFree: 'Pedidos grátis usados no mês',
  fee: 'Tarifa',
  net: 'O recebedor recebe',
  free: 'Grátis',
  paidByPlatform: 'Paga pela plataforma',
  belowMin: 'Abaixo do mínimo de {amount}',
  aboveMax: 'Acima do máximo de {amount}',
  notMultiple: 'Deve ser múltiplo de {amount}',
  notCovered: 'O valor não cobre a tarifa. Menor valor que pode ser pago: {amount}',
  neverCovered: 'Dentro dos valores permitidos, a tarifa nunca é menor que o valor.',
};
