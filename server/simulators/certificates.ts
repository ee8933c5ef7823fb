import { createSign, type KeyObject } from 'node:crypto';

/**
 * This module creates certificates for simulated platforms. They are X.509 version 3 without extensions, signed with RSA and SHA-256, in
 * DER (RFC 5280, X.690). The module only writes certificates; node:crypto reads and checks them.
 */

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BITS = 0x03;
const NULL = 0x05;
const OID = 0x06;
const UTF8 = 0x0c;
const GENERALIZED_TIME = 0x18;
const VERSION = 0xa0;

function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** Encodes a positive integer. If its first bit is 1, a zero byte is added, because the number would be negative otherwise. */
function integer(hex: string): Buffer {
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
  return element(INTEGER, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

const oid = (hex: string) => element(OID, Buffer.from(hex, 'hex'));
/** Algorithm identifier of sha256WithRSAEncryption, 1.2.840.113549.1.1.11. */
const SHA256_RSA = element(SEQUENCE, oid('2a864886f70d01010b'), element(NULL));
const ATTRIBUTES = { C: '550406', O: '55040a', OU: '55040b', CN: '550403' } as const;

/** A distinguished name: its attributes in order. */
export type CertificateName = readonly (readonly [keyof typeof ATTRIBUTES, string])[];

const nameOf = (name: CertificateName): Buffer =>
  element(
    SEQUENCE,
    ...name.map(([attribute, value]) =>
      element(SET, element(SEQUENCE, oid(ATTRIBUTES[attribute]), element(UTF8, Buffer.from(value, 'utf8')))),
    ),
  );

const timeOf = (at: Date): Buffer =>
  element(GENERALIZED_TIME, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`));

/**
 * Issues a certificate.
 *
 * @param of.serial serial number in hexadecimal
 * @param of.key public key of the subject
 * @param of.issuerKey private key of the issuer; for a root certificate the subject's own private key
 * @returns the certificate as PEM
 */
export function issueCertificate(of: {
  readonly serial: string;
  readonly subject: CertificateName;
  readonly key: KeyObject;
  readonly issuer: CertificateName;
  readonly issuerKey: KeyObject;
  readonly from: Date;
  readonly to: Date;
}): string {
  const body = element(
    SEQUENCE,
    element(VERSION, integer('02')),
    integer(of.serial),
    SHA256_RSA,
    nameOf(of.issuer),
    element(SEQUENCE, timeOf(of.from), timeOf(of.to)),
    nameOf(of.subject),
    of.key.export({ format: 'der', type: 'spki' }),
  );
  const signature = createSign('RSA-SHA256').update(body).sign(of.issuerKey);
  const whole = element(SEQUENCE, body, SHA256_RSA, element(BITS, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
