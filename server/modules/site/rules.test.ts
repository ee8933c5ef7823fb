import assert from 'node:assert/strict';
import test from 'node:test';
import { SITE_SETTING_GROUPS, siteSettingGroups } from '../../../contract/site';
import { addressAllowed } from '../../core/http/clientAddress';
import { changedFields, DEFAULT_SETTINGS, settingErrors } from './rules';

const context = { hasSecret: [], callerIp: '10.1.2.3', locale: 'en-US' as const };

for (const group of SITE_SETTING_GROUPS) {
  test(`the defaults of the group ${group} pass its own schema and rules`, () => {
    assert.ok(siteSettingGroups[group].safeParse(DEFAULT_SETTINGS[group]).success);
    assert.deepEqual(settingErrors(group, DEFAULT_SETTINGS[group], context), []);
  });
}

test('an address list lets in its addresses and ranges, of both families, and nobody else', () => {
  assert.ok(addressAllowed([], '203.0.113.9'));
  assert.ok(addressAllowed(['10.0.0.0/8'], '10.255.0.1'));
  assert.ok(addressAllowed(['10.0.0.0/8'], '::ffff:10.0.0.1'));
  assert.ok(addressAllowed(['2001:db8::/32'], '2001:db8:1::5'));
  assert.ok(addressAllowed(['203.0.113.9'], '203.0.113.9'));
  assert.ok(!addressAllowed(['10.0.0.0/8', '2001:db8::/32'], '11.0.0.1'));
  assert.ok(!addressAllowed(['10.0.0.0/8'], 'not an address'));
});

test('nobody locks himself out by the address list, and the message names his address', () => {
  const errors = settingErrors('security', { ...DEFAULT_SETTINGS.security, ipAllowList: ['192.0.2.0/24'] }, context);
  assert.equal(errors[0]?.field, 'ipAllowList');
  assert.match(errors[0]?.message ?? '', /10\.1\.2\.3/);
});

test('the default language must be among the enabled ones', () => {
  const errors = settingErrors('locale', { ...DEFAULT_SETTINGS.locale, enabledLocales: ['en-US'] }, context);
  assert.deepEqual(errors, [{ field: 'defaultLocale', rule: 'enabled', message: 'Enable the language first' }]);
});

test('a time zone that does not exist is refused', () => {
  assert.equal(
    settingErrors('locale', { ...DEFAULT_SETTINGS.locale, timeZone: 'Mars/Base' }, context)[0]?.field,
    'timeZone',
  );
});

test('a real SMS provider needs its key, its signature and a template for every scene of the console', () => {
  const errors = settingErrors('sms', { ...DEFAULT_SETTINGS.sms, provider: 'aliyun' }, context);
  assert.deepEqual(errors.map((error) => error.field).sort(), [
    'accessKeyId',
    'accessKeySecret',
    'signName',
    'templates.bind',
    'templates.login',
    'templates.oldPhone',
    'templates.reset',
    'templates.second',
  ]);
});

test('a stored secret need not be typed again', () => {
  const errors = settingErrors(
    'sms',
    { ...DEFAULT_SETTINGS.sms, provider: 'aliyun', accessKeyId: 'k', signName: 's' },
    {
      ...context,
      hasSecret: ['accessKeySecret'],
    },
  );
  assert.ok(!errors.some((error) => error.field === 'accessKeySecret'));
});

test('the changed fields are those whose values differ', () => {
  assert.deepEqual(changedFields({ a: 1, b: [1], c: 'x' }, { a: 1, b: [1, 2], c: 'y' }), ['b', 'c']);
});
