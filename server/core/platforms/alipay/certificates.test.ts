import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import test from 'node:test';
import { type CertificateName, issueCertificate } from '../../../simulators/certificates';
import { certificateSn, readCertificates, rootSn, snOf } from './certificates';

test("the serial numbers equal those in the tests of the platform's own library", () => {
  const issuer = (kind: number) =>
    `C=CN\nO=Ant Financial\nOU=Certification Authority\nCN=Ant Financial Certification Authority Class ${kind} R1`;
  assert.equal(snOf(issuer(2), '20200514E63C2FE04D538716FE21358B'), '7513daaaa48aa3ba2e4018d84402479c');
  assert.equal(snOf(issuer(1), '2020051862039D4090897BA4D51C2126'), '866efef280dec9137a87d047ac446315');
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const leaf = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ROOT: CertificateName = [
  ['C', 'CN'],
  ['O', '示例, 机构'],
  ['CN', 'Root R1'],
];
const span = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2046-01-01T00:00:00Z') };
const root = issueCertificate({
  ...span,
  serial: 'f2345678901234567890',
  subject: ROOT,
  key: rsa.publicKey,
  issuer: ROOT,
  issuerKey: rsa.privateKey,
});
const second = issueCertificate({
  ...span,
  serial: '01',
  subject: [['CN', 'Root R2']],
  key: leaf.publicKey,
  issuer: [['CN', 'Root R2']],
  issuerKey: leaf.privateKey,
});
const app = issueCertificate({
  ...span,
  serial: '7a',
  subject: [
    ['C', 'CN'],
    ['CN', 'App'],
  ],
  key: leaf.publicKey,
  issuer: ROOT,
  issuerKey: rsa.privateKey,
});
/** An EC root certificate, created with OpenSSL 3 (`openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256`). */
const EC_ROOT = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUNpgmzDnhVYOeesTFFhZrTSl8KQ0wCgYIKoZIzj0EAwIw
HzELMAkGA1UEBhMCQ04xEDAOBgNVBAMMB1Jvb3QgRTEwIBcNMjYxMTI1MTAwNjUz
WhgPMjEyNjExMDExMDA2NTNaMB8xCzAJBgNVBAYTAkNOMRAwDgYDVQQDDAdSb290
IEUxMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEzgy9+HP/66DdBUaGwo4S6Rou
1BwUHTpmbHLMwuVAjxTpcgn/VvXu56a7KI81ttPHxL+LSpUGT+yyzNrG1Jkrq6NT
MFEwHQYDVR0OBBYEFDAYky4HTW0HVaseO5Z8t2Q5SQlfMB8GA1UdIwQYMBaAFDAY
ky4HTW0HVaseO5Z8t2Q5SQlfMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
RwAwRAIgFwMFMO9daT/I460qaL5ChmMtmogmX3rMgtOuzowRaFUCIE4Y+OTSyEag
llwxwowlmfEKaf+DwAq7RjxcYB91fPGW
-----END CERTIFICATE-----`;

test('OpenSSL accepts our own certificate chain', () => {
  const [above, below] = [new X509Certificate(root), new X509Certificate(app)];
  assert.ok(above.verify(rsa.publicKey) && below.verify(rsa.publicKey) && below.checkIssued(above));
  assert.ok(below.checkPrivateKey(leaf.privateKey));
  assert.equal(below.serialNumber, '7A');
  assert.equal(new Date(below.validTo).getTime(), span.to.getTime());
});

test('a serial number hashes the issuer with its last attribute first, and the number as a decimal', () => {
  const expected = createHash('md5').update('CN=Root R1,O=示例\\, 机构,C=CN122').digest('hex');
  assert.equal(certificateSn(app), expected);
});

test('a file of roots has the serial numbers of its RSA roots, in file order', () => {
  const [one, two] = [certificateSn(root), certificateSn(second)];
  assert.equal(rootSn(`${root}\n${EC_ROOT}\n${second}`), `${one}_${two}`);
  assert.equal(rootSn(`${second}${root}`), `${two}_${one}`);
  assert.equal(rootSn(EC_ROOT), '');
});

test('a text without a certificate is refused', () => {
  for (const pem of ['', 'x', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])
    assert.throws(() => readCertificates(pem));
});

test('a certificate with one changed byte does not match its issuer', () => {
  const der = new X509Certificate(app).raw;
  der[der.length - 1] = (der.at(-1) ?? 0) ^ 1;
  assert.equal(new X509Certificate(der).verify(rsa.publicKey), false);
});
