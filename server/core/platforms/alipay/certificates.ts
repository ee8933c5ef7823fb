import { createHash, X509Certificate } from 'node:crypto';

/** Certificate mode (公钥证书方式): certificates are identified by their serial numbers in the platform's own form (SN). */

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * Reads the certificates of a `.crt` file, in the order of the file.
 *
 * @throws Error when it holds none or one that cannot be read
 */
export function readCertificates(pem: string): readonly X509Certificate[] {
  const found = pem.match(CERTIFICATE) ?? [];
  if (found.length === 0) throw new Error('no certificate');
  return found.map((text) => new X509Certificate(text));
}

/**
 * The SN from an issuer and a serial number.
 *
 * @param issuer one attribute a line, country first, as node:crypto writes it; the platform hashes it the other way round
 * @param serial hexadecimal; the platform hashes it as a decimal number
 * @returns MD5, hexadecimal
 */
export function snOf(issuer: string, serial: string): string {
  const name = issuer.split('\n').reverse().join(',');
  return createHash('md5')
    .update(name + BigInt(`0x${serial}`).toString(10), 'utf8')
    .digest('hex');
}

/**
 * `app_cert_sn` or `alipay_cert_sn`: the SN of the first certificate of a file.
 *
 * @throws Error when the file holds no certificate
 */
export function certificateSn(pem: string): string {
  const [certificate] = readCertificates(pem) as readonly [X509Certificate];
  return snOf(certificate.issuer, certificate.serialNumber);
}

/** Node has no key type for curves that it does not know (SM2), and may not read them at all. */
function isRsa(certificate: X509Certificate): boolean {
  try {
    return certificate.publicKey.asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/**
 * `alipay_root_cert_sn`: the SNs of the roots that sign with RSA. The file holds roots for other algorithms too; each root signs
 * itself, so that the algorithm of its key is the one of its signature.
 *
 * @throws Error when the file holds no certificate
 */
export function rootSn(pem: string): string {
  return readCertificates(pem)
    .filter(isRsa)
    .map((certificate) => snOf(certificate.issuer, certificate.serialNumber))
    .join('_');
}
