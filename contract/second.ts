/** Second verification (2V, DOMAIN §0.3, §3.2). Free of libraries: the browser imports it at run time. */

/** Ways to confirm; every account has its phone, the others are bound by the person. */
export const SECOND_METHODS = ['sms', 'totp', 'passkey', 'recovery'] as const;
export type SecondMethod = (typeof SECOND_METHODS)[number];

export const FACTOR = {
  name: { min: 1, max: 30 },
  /** Apps and passkeys that one account may have. */
  most: 10,
  recoveryCodes: 10,
  /** `ABCD-EFGH-JK`: ten letters and digits without look-alikes, typed with or without dashes. */
  recoveryCode: /^[A-HJ-NP-Z2-9]{4}-?[A-HJ-NP-Z2-9]{4}-?[A-HJ-NP-Z2-9]{2}$/i,
} as const;

/** Rules whose holders must have second verification: those that review or pay withdrawals (DOMAIN §3.2). */
export const MONEY_RULES = [3601, 3602] as const;
