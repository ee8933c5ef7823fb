import { lifecycle } from './lifecycle';
import { text } from './text';
import { WORD } from './words';

/** An identity (身份), DOMAIN §3.11. A disabled identity has no effect for anyone. */
export const identityLifecycle = lifecycle({
  entity: 'identity',
  states: {
    on: { text: WORD.enabledFeminine, tone: 'good' },
    off: { text: WORD.disabledFeminine, tone: 'neutral' },
    deleted: { text: WORD.deletedFeminine, tone: 'neutral' },
  },
  transitions: [
    {
      action: 'disable',
      from: ['on'],
      to: 'off',
      by: 'staff',
      rule: 8102,
      risk: 'confirm',
      text: WORD.disable,
    },
    {
      action: 'enable',
      from: ['off'],
      to: 'on',
      by: 'staff',
      rule: 8102,
      risk: 'confirm',
      text: WORD.enable,
    },
    {
      action: 'remove',
      from: ['on', 'off'],
      to: 'deleted',
      by: 'staff',
      rule: 8103,
      risk: 'confirm',
      text: WORD.delete,
    },
  ],
});

/** Kinds of identities, by the kind of account that may have them. */
export const IDENTITY_TYPE_TEXT = {
  hq: text('总部', 'Head office', 'Matriz', '總部'),
  station: WORD.station,
  franchisee: WORD.franchisee,
} as const;

/**
 * Permissions that should be held by different people (DOMAIN §3.11 "separate duties"): a person with both could approve their
 * own work. This only warns; it never refuses.
 */
export const SEPARATE_DUTIES = [
  [3601, 3602],
  [3306, 3307],
  [6506, 6507],
  [3809, 3810],
] as const;
