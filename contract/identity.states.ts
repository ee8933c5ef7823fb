import { lifecycle } from './lifecycle';
import { text } from './text';
import { WORD } from './words';

/** The states of an identity (身份, DOMAIN §3.11). A disabled identity grants nothing. */
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

/** Kinds of identities. Each kind is for accounts of headquarters, of stations or of franchisees. */
export const IDENTITY_TYPE_TEXT = {
  hq: text('总部', 'Head office', 'Matriz', '總部'),
  station: WORD.station,
  franchisee: WORD.franchisee,
} as const;

/**
 * Pairs of permissions that different people should have (DOMAIN §3.11 "separate duties"). The reason is that a person with both could
 * approve their own work. The server only warns about such pairs and never refuses them.
 */
export const SEPARATE_DUTIES = [
  [3601, 3602],
  [3306, 3307],
  [6506, 6507],
  [3809, 3810],
] as const;
