// The certificate library needs decorator metadata when it is loaded.
import 'reflect-metadata';
import { type KeyObject, webcrypto } from 'node:crypto';
import { KeyUsageFlags, KeyUsagesExtension, X509CertificateGenerator } from '@peculiar/x509';

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

/**
 * Creates a self-signed certificate like those of the platform.
 *
 * @param serialNo 40 hexadecimal digits
 * @param commonName a merchant number, or the platform's name
 * @returns PEM
 */
export async function makeCertificate(certificate: {
  readonly serialNo: string;
  readonly commonName: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly from: Date;
  readonly to: Date;
}): Promise<string> {
  const { serialNo, commonName, privateKey, publicKey, from, to } = certificate;
  const { subtle } = webcrypto;
  const made = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNo,
    name: `CN=${commonName}`,
    notBefore: from,
    notAfter: to,
    signingAlgorithm: RSA,
    keys: {
      privateKey: await subtle.importKey('pkcs8', privateKey.export({ format: 'der', type: 'pkcs8' }), RSA, false, [
        'sign',
      ]),
      publicKey: await subtle.importKey('spki', publicKey.export({ format: 'der', type: 'spki' }), RSA, true, [
        'verify',
      ]),
    },
    extensions: [new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment)],
  });
  return made.toString('pem');
}
