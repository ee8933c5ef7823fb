/** Second verification (2V, DOMAIN §0.3, §3.2). Free of libraries: the browser imports it at run time. */

/** Verification methods. Every account has its phone; users bind the other methods. */
export const SECOND_METHODS = ['sms', 'totp', 'passkey', 'recovery'] as const;
export type SecondMethod = (typeof SECOND_METHODS)[number];

export const FACTOR = {
  name: { min: 1, max: 30 },
  /** Maximum authenticator apps and passkeys per account. */
  most: 10,
  recoveryCodes: 10,
  /** `ABCD-EFGH-JK`: ten letters and digits without ambiguous characters; dashes are optional. */
  recoveryCode: /^[A-HJ-NP-Z2-9]{4}-?[A-HJ-NP-Z2-9]{4}-?[A-HJ-NP-Z2-9]{2}$/i,
} as const;

/** Rules whose holders must use second verification: review and payment of withdrawals (DOMAIN §3.2). */
export const MONEY_RULES = [3601, 3602] as const;
