import { createHmac } from 'node:crypto';
import { FACTOR, MONEY_RULES } from '../../../contract/second';

/** Time-based one-time codes (RFC 6238: SHA-1, six digits, 30 seconds, as all apps support) and recovery codes. Pure. */

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Number of steps before and after the current one that count, since clocks of phones are not exact. */
const TOLERANCE = 1;
/** 160 bits, as RFC 4226 recommends. */
export const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Without I, O, 0 and 1. */
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

/** Computes the code of a step. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Returns the currently valid step that has this code; null if there is none. */
export function matchingStep(secret: Uint8Array, code: string, at: Date): number | null {
  const now = stepAt(at);
  for (let step = now - TOLERANCE; step <= now + TOLERANCE; step += 1) {
    if (totpCode(secret, step) === code) return step;
  }
  return null;
}

/** Builds the `otpauth` address that authenticator apps read from the QR code. */
export function totpUri(site: string, account: string, secret: string): string {
  const issuer = encodeURIComponent(site);
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?secret=${secret}&issuer=${issuer}`;
}

/** Makes ten codes like `ABCD-EFGH-JK`, 50 bits each. */
export function newRecoveryCodes(randomInt: (min: number, max: number) => number): string[] {
  const letters = (count: number) =>
    Array.from({ length: count }, () => RECOVERY_LETTERS[randomInt(0, RECOVERY_LETTERS.length)]).join('');
  return Array.from({ length: FACTOR.recoveryCodes }, () => RECOVERY_PARTS.map(letters).join('-'));
}

/** Normalizes an entered recovery code: upper case, without dashes. */
export function plainRecoveryCode(typed: string): string {
  return typed.replaceAll('-', '').toUpperCase();
}

/**
 * Whether this person must keep second verification on: the owner, people who review or pay withdrawals, and people whose identity requires
 * it, by itself or by the tenant's security settings (DOMAIN §3.2).
 */
export function isForced(
  accountType: string,
  identities: readonly { readonly id: number; readonly need2v: boolean; readonly ruleIds: readonly number[] }[],
  force2v: readonly number[],
): boolean {
  return (
    accountType === 'owner' ||
    identities.some(
      ({ id, need2v, ruleIds }) => need2v || force2v.includes(id) || MONEY_RULES.some((rule) => ruleIds.includes(rule)),
    )
  );
}
