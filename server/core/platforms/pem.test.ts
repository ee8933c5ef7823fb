import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import test from 'node:test';
import { testCertificate } from '../../testing-certificates';
import { certificateFacts, readCertificates, readPrivateKey, readPublicKey, rsaBits } from './pem';

const FROM = new Date('2026-01-01T00:00:00Z');
const TO = new Date('2027-01-01T00:00:00Z');
const root = testCertificate({ subject: 'Root', from: FROM, to: TO });
const own = testCertificate({
  subject: 'Own',
  hosts: ['a.example.com', '*.b.example.com'],
  from: FROM,
  to: TO,
  issuer: root,
});
const base64 = (pem: string) => pem.replace(/-----[A-Z ]+-----/g, '');

test('a certificate is read with its subject, issuer, serial number, dates and hosts', () => {
  const [first, second] = readCertificates(`${own.certificate}\n${root.certificate}`);
  assert.ok(first && second);
  assert.deepEqual(certificateFacts(first), {
    subject: 'CN=Own',
    issuer: 'CN=Root',
    serial: own.serial,
    validFrom: FROM,
    validTo: TO,
    names: ['a.example.com', '*.b.example.com'],
  });
  assert.ok(first.checkIssued(second) && first.checkPrivateKey(own.key) && !first.checkPrivateKey(root.key));
  assert.ok(first.checkHost('x.b.example.com') && !first.checkHost('b.example.com'));
});

test('a truncated certificate and other texts are not certificates', () => {
  assert.deepEqual(readCertificates(''), []);
  assert.deepEqual(readCertificates(own.privateKey), []);
  assert.deepEqual(readCertificates(own.certificate.replace('MII', 'AAA')), []);
});

test('a private key is read as PEM, and as the base64 of PKCS#8 or PKCS#1', () => {
  const pkcs1 = createPrivateKey(own.privateKey).export({ type: 'pkcs1', format: 'pem' }).toString();
  for (const text of [own.privateKey, pkcs1, base64(own.privateKey), base64(pkcs1)]) {
    const key = readPrivateKey(text);
    assert.ok(key);
    assert.ok(key.equals(own.key));
    assert.equal(rsaBits(key), 2048);
  }
});

test('a key with a passphrase, a public key and other texts are not private keys', () => {
  const sealed = own.key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'lamp' }).toString();
  for (const text of [sealed, own.publicKey, own.certificate, 'AAAA', '']) assert.equal(readPrivateKey(text), null);
});

test('a public key is read as PEM or base64, and a private key is refused in its place', () => {
  for (const text of [own.publicKey, base64(own.publicKey)]) assert.ok(readPublicKey(text));
  assert.equal(readPublicKey(own.privateKey), null);
  assert.equal(readPublicKey('hello'), null);
});
