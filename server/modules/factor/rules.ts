import { createHmac } from 'node:crypto';
import { FACTOR } from '../../../contract/second';

/**
 * Time-based one-time codes (RFC 6238) and recovery codes. Time-based codes use SHA-1, six digits and 30 seconds, which authenticator apps
 * commonly support. Pure functions: no database, no clock.
 */

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Number of accepted time steps before and after the current one, because the clocks of phones are not exact. */
const TOLERANCE = 1;
/** Length of an app's secret in bytes. 20 bytes are 160 bits, as RFC 4226 recommends. */
export const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Letters and digits without I, O, 0 and 1, which are easily confused. */
const RECOVERY_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const RECOVERY_PARTS = [4, 4, 2] as const;

export function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((part) => BASE32[Number.parseInt(part.padEnd(5, '0'), 2)]).join('');
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((part) => Number.parseInt(part, 2)));
}

export function stepAt(at: Date): number {
  return Math.floor(at.getTime() / 1000 / STEP_SECONDS);
}

/** Computes the six-digit code of a time step (RFC 6238). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Returns the accepted time step that has this code. `null` means that no accepted step has the code. */
export function matchingStep(secret: Uint8Array, code: string, at: Date): number | null {
  const now = stepAt(at);
  for (let step = now - TOLERANCE; step <= now + TOLERANCE; step += 1) {
    if (totpCode(secret, step) === code) return step;
  }
  return null;
}

/** Builds the `otpauth` URI that authenticator apps read from the QR code. */
export function totpUri(site: string, account: string, secret: string): string {
  const issuer = encodeURIComponent(site);
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?secret=${secret}&issuer=${issuer}`;
}

/** Generates ten codes such as `ABCD-EFGH-JK` with 50 random bits each. */
export function newRecoveryCodes(randomInt: (min: number, max: number) => number): string[] {
  const letters = (count: number) =>
    Array.from({ length: count }, () => RECOVERY_LETTERS[randomInt(0, RECOVERY_LETTERS.length)]).join('');
  return Array.from({ length: FACTOR.recoveryCodes }, () => RECOVERY_PARTS.map(letters).join('-'));
}

/** Normalizes a recovery code that a user entered: upper case, without dashes. */
export function plainRecoveryCode(typed: string): string {
  return typed.replaceAll('-', '').toUpperCase();
}
