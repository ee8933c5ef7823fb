import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/**
 * This module creates test certificates with dates that the test chooses. They are X.509 v3 in DER (RFC 5280), RSA with SHA-256.
 */

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const size = Buffer.from(body.length.toString(16).padStart(body.length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, body]);
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const NULL = der(0x05);
const SHA256_WITH_RSA = sequence(oid('2a864886f70d01010b'), NULL);
const COMMON_NAME = oid('550403');
const SUBJECT_ALT_NAME = oid('551d11');
const BASIC_CONSTRAINTS = oid('551d13');

const nameOf = (common: string) => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(common)))));
/** Encodes a time as GeneralizedTime, for example `20260301034000Z`. */
const timeOf = (at: Date) =>
  der(
    0x18,
    Buffer.from(
      `${at
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(0, 14)}Z`,
    ),
  );
const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${(bytes.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;

export interface TestCertificate {
  /** The certificate as PEM. */
  readonly certificate: string;
  /** The private key as PKCS#8 in PEM. */
  readonly privateKey: string;
  readonly publicKey: string;
  readonly key: KeyObject;
  /** Serial number in upper-case hexadecimal. */
  readonly serial: string;
  readonly subject: string;
}

const keys = new Map<string, { publicKey: KeyObject; privateKey: KeyObject }>();
/** Returns the key pair of a name. Pairs are reused, because creating one takes tens of milliseconds. */
function keyPair(name: string, bits: number) {
  const found = keys.get(`${name}/${bits}`) ?? generateKeyPairSync('rsa', { modulusLength: bits });
  keys.set(`${name}/${bits}`, found);
  return found;
}

/**
 * Creates a certificate.
 * @param key name of the key pair; each name has its own pair
 * @param issuer the certificate that signs; by default the certificate is self-signed
 */
export function testCertificate({
  subject,
  hosts = [],
  from,
  to,
  key = subject,
  bits = 2048,
  issuer,
}: {
  readonly subject: string;
  readonly hosts?: readonly string[];
  readonly from: Date;
  readonly to: Date;
  readonly key?: string;
  readonly bits?: number;
  readonly issuer?: TestCertificate;
}): TestCertificate {
  const pair = keyPair(key, bits);
  const serial = createHash('sha256').update(`${subject}/${key}/${to.toISOString()}`).digest().subarray(0, 20);
  // The serial number must be positive and must not begin with a zero byte.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const names = sequence(...hosts.map((host) => der(0x82, Buffer.from(host))));
  const extensions = [
    sequence(BASIC_CONSTRAINTS, der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
    ...(hosts.length > 0 ? [sequence(SUBJECT_ALT_NAME, der(0x04, names))] : []),
  ];
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    SHA256_WITH_RSA,
    nameOf(issuer?.subject ?? subject),
    sequence(timeOf(from), timeOf(to)),
    nameOf(subject),
    pair.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, issuer?.key ?? pair.privateKey);
  const whole = sequence(body, SHA256_WITH_RSA, der(0x03, Buffer.from([0]), signature));
  return {
    certificate: pem(whole),
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    key: pair.privateKey,
    serial: serial.toString('hex').toUpperCase(),
    subject,
  };
}
