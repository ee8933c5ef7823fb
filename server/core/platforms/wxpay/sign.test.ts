import assert from 'node:assert/strict';
import { generateKeyPairSync, publicDecrypt, verify } from 'node:crypto';
import test from 'node:test';
import { authorization, decryptField, encryptField, openResource, requestMessage } from './sign';

// The platform publishes no key pair. We generate keys, and OpenSSL checks the signatures.
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
/** The example in the platform's documentation (签名生成). */
const EXAMPLE = {
  method: 'GET',
  path: '/v3/certificates',
  timestamp: 1554208460,
  nonce: '593BEC0C930BF1AFEB40B4A08C8FB242',
  body: '',
};

test('the signed message equals the example of the documentation', () => {
  assert.equal(requestMessage(EXAMPLE), 'GET\n/v3/certificates\n1554208460\n593BEC0C930BF1AFEB40B4A08C8FB242\n\n');
});

test('the header has the form of the documentation and OpenSSL accepts its signature', () => {
  const serialNo = '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C';
  const header = authorization({ mchId: '1900009191', serialNo, privateKey }, EXAMPLE);
  const form =
    /^WECHATPAY2-SHA256-RSA2048 mchid="1900009191",nonce_str="593BEC0C930BF1AFEB40B4A08C8FB242",signature="([A-Za-z0-9+/]+=*)",timestamp="1554208460",serial_no="1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C"$/;
  const signature = Buffer.from(form.exec(header)?.[1] ?? '', 'base64');
  assert.ok(verify('RSA-SHA256', Buffer.from(requestMessage(EXAMPLE)), publicKey, signature));
  // In PKCS #1 v1.5, the digest follows the identifier of its algorithm.
  assert.ok(publicDecrypt(publicKey, signature).toString('hex').startsWith('3031300d060960864801650304020105000420'));
});

test('decryption equals test case 16 of the GCM specification', () => {
  // Source: McGrew and Viega, "The Galois/Counter Mode of Operation", appendix B: AES-256 with a nonce of 96 bits.
  const hex = (text: string) => Buffer.from(text, 'hex');
  const plain =
    'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39';
  const encrypted =
    '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662';
  const opened = openResource(hex('feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308'), {
    ciphertext: hex(`${encrypted}76fc6ece0f4e1768cddf8853bb2d551b`).toString('base64'),
    nonce: hex('cafebabefacedbaddecaf888'),
    associated_data: hex('feedfacedeadbeeffeedfacedeadbeefabaddad2'),
  });
  assert.equal(opened.toString('hex'), plain);
});

test("only the key's holder can decrypt a personal field, and each encryption is different", () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const encrypted = encryptField(publicKey, '张三');
  assert.equal(decryptField(privateKey, encrypted), '张三');
  assert.notEqual(encryptField(publicKey, '张三'), encrypted);
  assert.throws(() => decryptField(other.privateKey, encrypted));
});
