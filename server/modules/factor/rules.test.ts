import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FACTOR } from '../../../contract/second';
import {
  base32,
  fromBase32,
  matchingStep,
  newRecoveryCodes,
  plainRecoveryCode,
  stepAt,
  totpCode,
  totpUri,
} from './rules';

/** The test secret of RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890');

test('codes match RFC 6238', () => {
  const vectors = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const;
  for (const [seconds, code] of vectors) assert.equal(totpCode(SECRET, stepAt(new Date(seconds * 1000))), code);
});

test('a secret is unchanged after Base32 encoding and decoding', () => {
  assert.equal(base32(SECRET), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  assert.deepEqual(fromBase32(base32(SECRET)), SECRET);
});

test('the previous and the next code count too, and no other', () => {
  const at = new Date('2026-03-01T12:00:00Z');
  const now = stepAt(at);
  const found = [-2, -1, 0, 1, 2].map((away) => matchingStep(SECRET, totpCode(SECRET, now + away), at));
  assert.deepEqual(found, [null, now - 1, now, now + 1, null]);
});

test('the address for apps contains site and account with any characters', () => {
  assert.equal(
    totpUri('龙 & Co', 'wang.wei', 'ABC'),
    'otpauth://totp/%E9%BE%99%20%26%20Co:wang.wei?secret=ABC&issuer=%E9%BE%99%20%26%20Co',
  );
});

test('ten recovery codes differ, fit the input pattern, and ignore case and dashes', () => {
  let seed = 1;
  const codes = newRecoveryCodes((min, max) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return min + (seed % (max - min));
  });
  assert.equal(new Set(codes).size, FACTOR.recoveryCodes);
  for (const code of codes) {
    assert.match(code, FACTOR.recoveryCode);
    assert.match(code.toLowerCase().replaceAll('-', ''), FACTOR.recoveryCode);
    assert.equal(plainRecoveryCode(code.toLowerCase()), code.replaceAll('-', ''));
  }
});
