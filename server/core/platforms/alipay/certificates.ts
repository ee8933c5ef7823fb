import { createHash, X509Certificate } from 'node:crypto';

/**
 * Computes the serial numbers (SN) by which Alipay's certificate mode (公钥证书方式) identifies certificates. They differ from the serial
 * numbers in the certificates.
 */

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * Reads the certificates of a `.crt` file, in file order.
 *
 * @throws Error when the file contains no certificate or an unreadable one
 */
export function readCertificates(pem: string): readonly X509Certificate[] {
  const found = pem.match(CERTIFICATE) ?? [];
  if (found.length === 0) throw new Error('no certificate');
  return found.map((text) => new X509Certificate(text));
}

/**
 * Computes the SN from an issuer and a serial number.
 *
 * @param issuer one attribute per line, country first, as node:crypto writes them; the platform hashes them in reverse order
 * @param serial hexadecimal; the platform hashes it as a decimal number
 * @returns the MD5 hash in hexadecimal
 */
export function snOf(issuer: string, serial: string): string {
  const name = issuer.split('\n').reverse().join(',');
  return createHash('md5')
    .update(name + BigInt(`0x${serial}`).toString(10), 'utf8')
    .digest('hex');
}

/**
 * Computes `app_cert_sn` or `alipay_cert_sn`: the SN of the first certificate of a file.
 *
 * @throws Error when the file contains no certificate or an unreadable one
 */
export function certificateSn(pem: string): string {
  const [certificate] = readCertificates(pem) as readonly [X509Certificate];
  return snOf(certificate.issuer, certificate.serialNumber);
}

/** Checks whether the key is RSA. For unsupported curves (SM2), Node returns no key type or fails to read the key. */
function isRsa(certificate: X509Certificate): boolean {
  try {
    return certificate.publicKey.asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/**
 * Computes `alipay_root_cert_sn`: the SNs of the RSA root certificates, joined with `_`. The file also contains roots with other
 * algorithms. Roots are self-signed, so the algorithm of the key is also the algorithm of the signature.
 *
 * @throws Error when the file contains no certificate or an unreadable one
 */
export function rootSn(pem: string): string {
  return readCertificates(pem)
    .filter(isRsa)
    .map((certificate) => snOf(certificate.issuer, certificate.serialNumber))
    .join('_');
}
