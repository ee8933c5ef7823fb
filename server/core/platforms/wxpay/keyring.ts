import { createPublicKey, type KeyObject } from 'node:crypto';
import type { WxPayVerification, WxPlatformCertificate } from './config';

/** Public keys of WeChat Pay by public key id or certificate serial number. */
export interface WxKeyring {
  /** Finds a key; null also when its certificate has expired. */
  keyOf(serial: string, now: Date): KeyObject | null;
  /** The key that encrypts personal fields and must sign answers; null before the first download. */
  current(now: Date): { readonly serial: string; readonly key: KeyObject } | null;
  /** Replaces all certificates with those of a new download. */
  rotate(certificates: readonly WxPlatformCertificate[]): void;
}

/** @throws Error when a PEM is not readable */
export function createKeyring(verification: WxPayVerification): WxKeyring {
  if (verification.mode === 'publicKey') {
    const { publicKeyId: serial, publicKey } = verification;
    const key = createPublicKey(publicKey);
    return { keyOf: (asked) => (asked === serial ? key : null), current: () => ({ serial, key }), rotate: () => {} };
  }
  let certificates = verification.certificates;
  const keys = new Map<string, KeyObject>();
  const rotate = (next: readonly WxPlatformCertificate[]) => {
    certificates = next;
    keys.clear();
    for (const { serialNo, certificate } of next) keys.set(serialNo, createPublicKey(certificate));
  };
  rotate(certificates);
  return {
    keyOf(serial, now) {
      const certificate = certificates.find(({ serialNo }) => serialNo === serial);
      return certificate && now < certificate.expireAt ? (keys.get(serial) ?? null) : null;
    },
    current(now) {
      // During a rotation two certificates are valid; use the newer one.
      const valid = certificates
        .filter(({ effectiveAt, expireAt }) => effectiveAt <= now && now < expireAt)
        .sort((a, b) => b.effectiveAt.getTime() - a.effectiveAt.getTime());
      const [newest] = valid;
      const key = newest && keys.get(newest.serialNo);
      return newest && key ? { serial: newest.serialNo, key } : null;
    },
    rotate,
  };
}
