import assert from 'node:assert/strict';
import test from 'node:test';
import type { SettingGroup } from '../../../contract/settings';
import { groupSchema } from '../../../contract/settings.schema';
import { SITE, type SiteSettingGroup, type SiteSettings } from '../../../contract/site.settings';
import { addressAllowed } from '../../core/http/clientAddress';
import { missingFields } from '../setting';
import { CHECKS } from './rules';

const context = { hasSecret: [] as readonly string[], callerIp: '10.1.2.3', locale: 'en-US' as const };
const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries(SITE.groups).map(([group, { initial }]) => [group, initial]),
) as SiteSettings;
/** Finds errors that a group's schema cannot express. */
const settingErrors = (group: SiteSettingGroup, values: object, { hasSecret, ...where } = context) =>
  [
    ...missingFields(SITE.groups[group], values, { hasSecret, locale: where.locale }),
    ...((CHECKS as Partial<Record<string, (values: object, context: object) => object[]>>)[group]?.(values, where) ??
      []),
  ] as { field: string; rule: string; message: string }[];

for (const [group, declared] of Object.entries<SettingGroup>(SITE.groups)) {
  test(`the defaults of the group ${group} pass its own schema and rules`, () => {
    assert.ok(groupSchema(declared).safeParse(declared.initial).success);
    assert.deepEqual(settingErrors(group as SiteSettingGroup, declared.initial), []);
  });
}

test('an address list admits its addresses and ranges of both families and no others', () => {
  assert.ok(addressAllowed([], '203.0.113.9'));
  assert.ok(addressAllowed(['10.0.0.0/8'], '10.255.0.1'));
  assert.ok(addressAllowed(['10.0.0.0/8'], '::ffff:10.0.0.1'));
  assert.ok(addressAllowed(['2001:db8::/32'], '2001:db8:1::5'));
  assert.ok(addressAllowed(['203.0.113.9'], '203.0.113.9'));
  assert.ok(!addressAllowed(['10.0.0.0/8', '2001:db8::/32'], '11.0.0.1'));
  assert.ok(!addressAllowed(['10.0.0.0/8'], 'not an address'));
});

test('people cannot lock themselves out with the address list, and the message contains their address', () => {
  const errors = settingErrors('security', { ...DEFAULT_SETTINGS.security, ipAllowList: ['192.0.2.0/24'] }, context);
  assert.equal(errors[0]?.field, 'ipAllowList');
  assert.match(errors[0]?.message ?? '', /10\.1\.2\.3/);
});

test('the default language must be an enabled one', () => {
  const errors = settingErrors('locale', { ...DEFAULT_SETTINGS.locale, enabledLocales: ['en-US'] }, context);
  assert.deepEqual(errors, [{ field: 'defaultLocale', rule: 'enabled', message: 'Enable the language first' }]);
});

test('an unknown time zone is refused', () => {
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
