/**
 * This file declares the methods of second verification (2V, DOMAIN §0.3, §3.2). It imports no library, because the browser loads it
 * at run time.
 */

/** Verification methods. Every account can use `sms` with its bound phone. Users must set up the other methods. */
export const SECOND_METHODS = ['sms', 'totp', 'passkey', 'recovery'] as const;
export type SecondMethod = (typeof SECOND_METHODS)[number];

export const FACTOR = {
  name: { min: 1, max: 30 },
  /** Maximum number of authenticator apps and passkeys per account, in total. */
  most: 10,
  recoveryCodes: 10,
  /** Matches `ABCD-EFGH-JK`: ten letters and digits without ambiguous characters. The dashes are optional. */
  recoveryCode: /^[A-HJ-NP-Z2-9]{4}-?[A-HJ-NP-Z2-9]{4}-?[A-HJ-NP-Z2-9]{2}$/i,
} as const;

/** Permissions to review and pay withdrawals. People with one of them must use second verification (DOMAIN §3.2). */
export const MONEY_RULES = [3601, 3602] as const;
