import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeFault, codeLength } from './miniCode.faults';
import { codeForm } from './miniCode.forms';
import { compareVersions, VERSION_PATTERN } from './miniCode.states';

const audit = codeForm('ali', 'submitAudit');
const upload = codeForm('ali', 'upload');
const contact = { servicePhone: '400-123-456', regionType: 'CHINA' };

test('a version is three numbers without leading zeros, and 1.10.0 comes after 1.9.9', () => {
  for (const good of ['1.2.0', '0.0.1', '10.20.30']) assert.match(good, VERSION_PATTERN);
  for (const bad of ['1.2', '1.2.3.4', '01.2.3', 'v1.2.3', '1.2.x', '1.2.-3'])
    assert.doesNotMatch(bad, VERSION_PATTERN);
  assert.ok(compareVersions('1.10.0', '1.9.9') > 0 && compareVersions('1.2.3', '1.2.3') === 0);
  const fault = codeFault(upload, 'appVersion', { appVersion: '1.2' });
  assert.equal(fault?.text?.['en-US'], 'Use three numbers such as 1.2.0');
});

test('in the audit description a Chinese character counts as two', () => {
  assert.equal(codeLength('审核abc', true), 7);
  assert.equal(codeFault(audit, 'versionDesc', { ...contact, versionDesc: '审'.repeat(15) }), null);
  assert.deepEqual(codeFault(audit, 'versionDesc', { ...contact, versionDesc: '审'.repeat(14) }), {
    rule: 'length',
    params: { min: 30, max: 500 },
  });
  assert.equal(codeFault(audit, 'versionDesc', { ...contact, versionDesc: '审'.repeat(250) }), null);
  assert.equal(codeFault(audit, 'versionDesc', { ...contact, versionDesc: '审'.repeat(251) })?.rule, 'length');
});

test('each field of an audit has the limits of DOMAIN §3.10, at both ends', () => {
  const limits: Readonly<Record<string, readonly [number, number]>> = {
    appName: [3, 40],
    appSlogan: [10, 32],
    appDesc: [20, 400],
  };
  for (const [name, [min, max]] of Object.entries(limits)) {
    const of = (length: number) => codeFault(audit, name, { ...contact, [name]: 'x'.repeat(length) });
    assert.deepEqual([of(min - 1)?.rule, of(min), of(max), of(max + 1)?.rule], ['length', null, null, 'length'], name);
  }
  const phone = (servicePhone: string) => codeFault(audit, 'servicePhone', { ...contact, servicePhone });
  assert.deepEqual(
    [phone('1234')?.rule, phone('12345'), phone('1'.repeat(31))?.rule, phone('12 345')?.rule],
    ['length', null, 'length', 'pattern'],
  );
  const shots = (n: number) =>
    codeFault(audit, 'screenshots', { screenshots: Array.from({ length: n }, (_, id) => id + 1) });
  assert.deepEqual([shots(5), shots(6)?.rule], [null, 'arrayMax']);
});

test('an audit needs a phone or an email; without both the phone field is refused', () => {
  assert.equal(codeFault(audit, 'servicePhone', { serviceEmail: 'a@b.example' }), null);
  const fault = codeFault(audit, 'servicePhone', {});
  assert.equal(fault?.text?.['en-US'], 'Give a phone or an email');
});

test('regions need codes, a release needs its typed version, and only three rollout shares are allowed', () => {
  assert.equal(codeFault(audit, 'regions', { regionType: 'LOCATION' })?.rule, 'requiredSelect');
  assert.equal(codeFault(audit, 'regions', { regionType: 'LOCATION', regions: ['510100', '500000'] }), null);
  assert.equal(codeFault(audit, 'regions', { regionType: 'LOCATION', regions: ['5101'] })?.rule, 'pattern');
  const release = codeForm('wx', 'release');
  assert.equal(codeFault(release, 'confirmVersion', { appVersion: '1.2.0', confirmVersion: '1.2.1' })?.rule, 'same');
  assert.equal(codeFault(release, 'confirmVersion', { appVersion: '1.2.0', confirmVersion: '1.2.0' }), null);
  const gray = codeForm('ali', 'grayRelease');
  assert.deepEqual(
    [10, 30, 50, 20].map((percent) => codeFault(gray, 'percent', { percent })?.rule ?? null),
    [null, null, null, 'choice'],
  );
});

test('the extension of an upload is a JSON object of at most 20 KB', () => {
  const ext = (value: string) => codeFault(upload, 'ext', { ext: value })?.rule ?? null;
  assert.deepEqual(
    [ext('{"a":1}'), ext('[1]'), ext('{'), ext(JSON.stringify({ a: '审'.repeat(7_000) }))],
    [null, 'pattern', 'pattern', 'maxLength'],
  );
});
