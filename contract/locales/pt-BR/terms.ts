import type { Texts } from '../types';
import type { terms as source } from '../zh-CN/terms';
import { words } from './words';

export const terms: Texts<typeof source> = {
  propose: 'Mudar condições',
  title: 'Mudar condições de {name}',
  hint: 'Uma mudança entra em vigor depois que outra pessoa a revisa.',
  effect: 'Efeito nos pedidos do mês passado',
  effectMonth: 'Mês comparado',
  effectOrders:
    '{month}: {n, plural, one {# pedido entregue} other {# pedidos entregues}}, {m, plural, one {# mudaria} other {# mudariam}}',
  effectStation: 'Estação',
  effectRider: 'Entregadores',
  effectPlatform: 'Plataforma',
  effectNote: 'Pelas regras de tarifa atuais, antes de reembolsos.',
  effectHidden: 'O efeito fica oculto porque você não pode ver valores.',
  noChange: 'Altere uma condição para ver o efeito nos pedidos do mês passado.',
  reason: words.changeReason,
  effectiveAt: words.takesEffect,
  effectiveAtHelp: 'Vazio: às próximas 04:00 após a aprovação. Um limite de crédito vale assim que for aprovado.',
  creditNeedsRule: 'É necessária a permissão “Definir limite de crédito”.',
  submit: 'Enviar mudança',
  pending: 'Mudanças aguardando revisão',
  by: 'Enviada por {maker}',
  change: '{before} → {after}',
  startsAt: words.takesEffect,
  setPlan: 'Mudar plano de tarifas',
  setPlanText:
    'Envia uma mudança do plano de tarifas para {names} ({n, plural, one {# estação} other {# estações}}). Outra pessoa revisa cada mudança.',
};
