import type { Tone } from './lifecycle';
import { type Text, text } from './text';
import { WORD } from './words';

/** This file declares states, actions and limits of franchisees (加盟商, DOMAIN §3.6). It imports no library: the browser loads it. */

export const FRANCHISEE = {
  name: { min: 2, max: 60 },
  contact: { min: 2, max: 20 },
  reason: { min: 5, max: 200 },
  /** Number of days before the end of a contract from which the franchisee's state is `expiring`. */
  expiringDays: 60,
  /** Number of past days whose orders the list counts. */
  orderDays: 30,
  /** Number of past months whose shares a franchisee's drawer shows. */
  months: 24,
  /** Maximum number of rows in each table of a franchisee's drawer. */
  rows: 50,
} as const;

export const FRANCHISEE_STATES = {
  /** The first contract is paid but begins on a later day. */
  upcoming: {
    text: text('合同待生效', 'Contract not in force yet', 'Contrato ainda não vigente', '合約待生效'),
    tone: 'info',
  },
  active: { text: text('合作中', 'Active', 'Ativo', '合作中'), tone: 'good' },
  expiring: { text: WORD.expiring, tone: 'attention' },
  expired: { text: text('已到期', 'Expired', 'Vencido', '已到期'), tone: 'bad' },
  suspended: { text: text('已暂停', 'Suspended', 'Suspenso', '已暫停'), tone: 'attention' },
  terminated: { text: text('已终止', 'Terminated', 'Rescindido', '已終止'), tone: 'neutral' },
} as const satisfies Readonly<Record<string, { readonly text: Text; readonly tone: Tone }>>;
export type FranchiseeState = keyof typeof FRANCHISEE_STATES;

/** The required permission of each action, and the states that allow the action. */
export const FRANCHISEE_ACTIONS = {
  edit: { rule: 4202, from: ['upcoming', 'active', 'expiring', 'expired', 'suspended'] },
  setTerritory: { rule: 4202, from: ['upcoming', 'active', 'expiring', 'suspended'] },
  renew: { rule: 4202, from: ['upcoming', 'active', 'expiring', 'expired'] },
  setPayee: { rule: 4202, from: ['upcoming', 'active', 'expiring', 'expired', 'suspended'] },
  suspend: { rule: 4206, from: ['upcoming', 'active', 'expiring'] },
  resume: { rule: 4206, from: ['suspended'] },
  adjustFund: { rule: 4208, from: ['upcoming', 'active', 'expiring', 'expired', 'suspended'] },
  resetAccount: { rule: 407, from: ['upcoming', 'active', 'expiring', 'expired', 'suspended'] },
  terminate: { rule: 4207, from: ['upcoming', 'active', 'expiring', 'expired', 'suspended'] },
  newStation: { rule: 1101, from: ['upcoming', 'active', 'expiring'] },
} as const satisfies Readonly<Record<string, { readonly rule: number; readonly from: readonly FranchiseeState[] }>>;
export type FranchiseeAction = keyof typeof FRANCHISEE_ACTIONS;

/** Returns whether an action is allowed in a state. */
export const isOpenIn = (action: FranchiseeAction, state: FranchiseeState): boolean =>
  (FRANCHISEE_ACTIONS[action].from as readonly FranchiseeState[]).includes(state);
