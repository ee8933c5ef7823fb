import { lifecycle } from './lifecycle';
import { text } from './text';
import { WORD } from './words';

/**
 * This file declares receivables from stations (站点应收, DOMAIN §9 decision 21). It imports no library, because the browser loads it at
 * run time.
 */

export const RECEIVABLE_KIND_TEXT = {
  fee: text('周期费用', 'Fee of a period', 'Tarifa de período', '週期費用'),
  refund: text('退款分摊', 'Share of a refund', 'Parte de um reembolso', '退款分攤'),
  foodLoss: text('餐损分摊', 'Share of a food loss', 'Parte de uma perda de refeição', '餐損分攤'),
} as const;
export type ReceivableKind = keyof typeof RECEIVABLE_KIND_TEXT;

export const RECEIVABLE_RULE = {
  reason: { min: 5, max: 200 },
} as const;

export const receivableLifecycle = lifecycle({
  entity: 'receivable',
  states: {
    open: { text: text('待收回', 'Open', 'Em aberto', '待收回'), tone: 'attention' },
    collected: { text: WORD.collected, tone: 'good' },
    waived: { text: WORD.waived, tone: 'neutral' },
    reversed: { text: WORD.reversedMasculine, tone: 'neutral' },
  },
  transitions: [
    {
      action: 'collect',
      from: ['open'],
      to: 'collected',
      by: 'system',
      risk: 'none',
      text: text('从结算收入收回', 'Collected from settlements', 'Cobrado das liquidações', '從結算收入收回'),
    },
    {
      action: 'waive',
      from: ['open'],
      to: 'waived',
      by: 'staff',
      rule: 3307,
      risk: 'fourEyes',
      text: text('减免应收', 'Waive', 'Dispensar', '減免應收'),
    },
    {
      action: 'reverse',
      from: ['open'],
      to: 'reversed',
      by: 'system',
      risk: 'none',
      text: text('随原单冲正', 'Reversed with its cause', 'Estornado com a origem', '隨原單沖正'),
    },
  ],
});
export type ReceivableState = keyof typeof receivableLifecycle.states;
