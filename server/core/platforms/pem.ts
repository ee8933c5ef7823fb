import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';

/** Keys and certificates as platforms hand them out: PEM, or the base64 of their DER without its frame. */

/** Content of a certificate. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  /** Hexadecimal, upper case. */
  readonly serial: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** Hosts for which it was issued; `*.example.com` for all below one. */
  readonly names: readonly string[];
}

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** The certificates of a PEM text, its own first and then those of its chain. Empty where one of them cannot be read. */
export function readCertificates(pem: string): readonly X509Certificate[] {
  try {
    return (pem.match(BLOCK) ?? []).map((block) => new X509Certificate(block));
  } catch {
    return [];
  }
}

export function certificateFacts(certificate: X509Certificate): CertificateFacts {
  const oneLine = (name: string) => name.trim().replaceAll('\n', ', ');
  const names = (certificate.subjectAltName ?? '').split(', ');
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    serial: certificate.serialNumber,
    validFrom: new Date(certificate.validFrom),
    validTo: new Date(certificate.validTo),
    names: names.flatMap((name) => (name.startsWith('DNS:') ? name.slice('DNS:'.length) : [])),
  };
}

const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

/** @param types of DER, tried one after the other */
function readKey<T extends string>(
  text: string,
  types: readonly T[],
  fromPem: (pem: string) => KeyObject,
  fromDer: (der: { key: Buffer; format: 'der'; type: T }) => KeyObject,
): KeyObject | null {
  const attempts = BASE64.test(text)
    ? types.map((type) => () => fromDer({ key: Buffer.from(text, 'base64'), format: 'der', type }))
    : [() => fromPem(text)];
  for (const attempt of attempts) {
    try {
      return attempt();
    } catch {
      // The next kind of DER, or no key at all.
    }
  }
  return null;
}

/** A private key without a passphrase: PEM, PKCS#8 or PKCS#1. Null where it cannot be read. */
export function readPrivateKey(text: string): KeyObject | null {
  return readKey(text, ['pkcs8', 'pkcs1'] as const, createPrivateKey, createPrivateKey);
}

/** A public key: PEM, SPKI or PKCS#1; null where it cannot be read. A private key is none: it does not belong into an open field. */
export function readPublicKey(text: string): KeyObject | null {
  if (/PRIVATE KEY/.test(text)) return null;
  return readKey(text, ['spki', 'pkcs1'] as const, createPublicKey, createPublicKey);
}

/** Bits of an RSA key; null for keys of other kinds. */
export function rsaBits(key: KeyObject): number | null {
  return key.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? null) : null;
}
