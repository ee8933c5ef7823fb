import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LOCALES } from '../../../contract/text';
import { codeMessage, isPasswordOld, isStrong, minutesLeft, needsPhone } from './rules';

const NOW = new Date('2026-03-01T11:40:00+08:00');
const before = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

test('a strong password has 8 to 32 characters of three classes, no character four times in a row, and not the account name', () => {
  for (const good of [
    'Harbour7',
    'harbour-7',
    'HARBOUR-7',
    'Aaa-bbb-1',
    'ひみつHarbour7',
    'Harbour lamp 7',
    'a1-'.repeat(10),
  ]) {
    assert.ok(isStrong(good, 'owner'), good);
  }
  for (const bad of [
    'Harb-7a',
    'harbourlamp',
    'harbour77',
    'HARBOUR77',
    'Harbour-1111',
    'my-OWNER-77',
    `${'a1-'.repeat(11)}`,
  ]) {
    assert.equal(isStrong(bad, 'owner'), false, bad);
  }
  assert.equal(isStrong('Harbour7', null, 10), false, 'the tenant may ask for more');
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.stringMatching(/^[a-z]{4,8}$/), (password, account) => {
      if (!isStrong(password, account)) return;
      assert.ok(password.length >= 8 && password.length <= 32);
      assert.ok(!password.toLowerCase().includes(account));
    }),
  );
});

test('the phone is required for a new account, for a new device, and weekly with second verification', () => {
  const known = { isNewAccount: false, verifiedAt: before(30), need2v: false, oneTimePassword: false };
  assert.equal(needsPhone(known, NOW), false);
  assert.equal(needsPhone({ ...known, isNewAccount: true }, NOW), true);
  assert.equal(needsPhone({ ...known, verifiedAt: null }, NOW), true);
  assert.equal(needsPhone({ ...known, need2v: true }, NOW), true);
  assert.equal(needsPhone({ ...known, need2v: true, verifiedAt: before(7) }, NOW), false);
  assert.equal(needsPhone({ ...known, verifiedAt: null, oneTimePassword: true }, NOW), false);
});

test('a password expires after the days of the settings; 0 means never', () => {
  assert.equal(isPasswordOld(before(181), 180, NOW), true);
  assert.equal(isPasswordOld(before(180), 180, NOW), false);
  assert.equal(isPasswordOld(before(9_999), 0, NOW), false);
  assert.equal(isPasswordOld(null, 180, NOW), false);
});

test('the remaining time of a lock is in whole minutes, at least one', () => {
  assert.equal(minutesLeft(new Date(NOW.getTime() + 15 * 60_000), NOW), 15);
  assert.equal(minutesLeft(new Date(NOW.getTime() + 1), NOW), 1);
  assert.equal(minutesLeft(NOW, NOW), 1);
});

test('the message with a code is complete in every language', () => {
  for (const locale of LOCALES) {
    const message = codeMessage(locale, 'Console', '042137');
    assert.match(message, /Console.*042137.*5/);
    assert.doesNotMatch(message, /\{/);
  }
});
