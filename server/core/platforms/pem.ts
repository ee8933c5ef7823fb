import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';

/** Reads keys and certificates in the forms that platforms provide: PEM, or the bare base64 of their DER. */

/** Content of a certificate. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  /** Hexadecimal, upper case. */
  readonly serial: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** Hosts that it was issued for; `*.example.com` for all sub-domains. */
  readonly names: readonly string[];
}

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Reads the certificates of a PEM text: the leaf first, then its chain. Empty when any of them is unreadable. */
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

/** @param types kinds of DER to try in turn */
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
      // Try the next kind of DER.
    }
  }
  return null;
}

/** Reads a private key without a passphrase: PEM, PKCS#8 or PKCS#1. Null when unreadable. */
export function readPrivateKey(text: string): KeyObject | null {
  return readKey(text, ['pkcs8', 'pkcs1'] as const, createPrivateKey, createPrivateKey);
}

/** Reads a public key: PEM, SPKI or PKCS#1. Null when unreadable. A private key is refused: it must not be in an unencrypted field. */
export function readPublicKey(text: string): KeyObject | null {
  if (/PRIVATE KEY/.test(text)) return null;
  return readKey(text, ['spki', 'pkcs1'] as const, createPublicKey, createPublicKey);
}

/** Returns the bits of an RSA key; null for other kinds of keys. */
export function rsaBits(key: KeyObject): number | null {
  return key.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? null) : null;
}
