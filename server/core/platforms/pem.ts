import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';

/** Reads certificates in PEM, and keys in PEM or as base64 of the DER form. */

/** The fields of a certificate that the product uses. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  /** Hexadecimal in upper case. */
  readonly serial: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** The hosts for which the certificate is valid. `*.example.com` covers all direct subdomains. */
  readonly names: readonly string[];
}

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * Reads the certificates of a PEM text in the order of the text. In a chain file, the leaf is first.
 *
 * @returns an empty list when a certificate is unreadable or the text has none
 */
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

/**
 * Reads a key in PEM form, or in DER form encoded as base64.
 *
 * @param types DER types, tried in this order
 * @returns `null` when the key is unreadable
 */
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
      // We try the next DER type.
    }
  }
  return null;
}

/** Reads a private key without a passphrase: PEM, or base64 of DER in PKCS#8 or PKCS#1. @returns `null` when the key is unreadable */
export function readPrivateKey(text: string): KeyObject | null {
  return readKey(text, ['pkcs8', 'pkcs1'] as const, createPrivateKey, createPrivateKey);
}

/**
 * Reads a public key: PEM, or base64 of DER in SPKI or PKCS#1. It refuses private keys, because the field for a public key is stored
 * without encryption.
 *
 * @returns `null` when the text is not a readable public key
 */
export function readPublicKey(text: string): KeyObject | null {
  if (/PRIVATE KEY/.test(text)) return null;
  return readKey(text, ['spki', 'pkcs1'] as const, createPublicKey, createPublicKey);
}

/** Returns the length of an RSA key in bits. @returns `null` when the key is not an RSA key */
export function rsaBits(key: KeyObject): number | null {
  return key.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? null) : null;
}
