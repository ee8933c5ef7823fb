import { createPublicKey, type KeyObject } from 'node:crypto';
import type { WxPayVerification, WxPlatformCertificate } from './config';

/** WeChat Pay's public keys by public key id or by certificate serial number. */
export interface WxKeyring {
  /** Finds a key. @returns `null` when the key is unknown or its certificate has expired */
  keyOf(serial: string, now: Date): KeyObject | null;
  /**
   * Returns the public key with which we encrypt personal fields. The platform must sign its answers with the matching private key.
   *
   * @returns `null` without a valid certificate
   */
  current(now: Date): { readonly serial: string; readonly key: KeyObject } | null;
  /** Replaces the certificates with those of a new download. With a public key, it does nothing. */
  rotate(certificates: readonly WxPlatformCertificate[]): void;
}

/** Reads the keys of a configuration. @throws Error when a PEM is not readable */
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
      // During a rotation two certificates are valid. We use the newer certificate.
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
