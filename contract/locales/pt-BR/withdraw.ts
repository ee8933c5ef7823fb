import type { Texts } from '../types';
import type { withdraw as source } from '../zh-CN/withdraw';
import { words } from './words';

export const withdraw: Texts<typeof source> = {
  tab_team: words.stations,
  tab_rider: words.riders,
  tab_franchisee: words.franchisees,
  calculator: 'Calculadora de tarifas',
  calculatorHelp: 'Usa os valores do formulário, salvos ou não.',
  amount: 'Valor do saque',
  usedFree: 'Pedidos grátis usados no mês',
  fee: words.handlingFee,
  net: 'O favorecido recebe',
  free: words.free,
  paidByPlatform: 'Paga pela plataforma',
  belowMin: 'Abaixo do mínimo de {amount}',
  aboveMax: 'Acima do máximo de {amount}',
  notMultiple: 'Deve ser múltiplo de {amount}',
  notCovered: 'O valor não cobre a tarifa. Menor valor que pode ser pago: {amount}',
  neverCovered: 'Dentro dos valores permitidos, a tarifa nunca é menor que o valor. Altere a tarifa ou os limites.',
};
