import assert from 'node:assert/strict';
import test from 'node:test';
import { LOCALES } from '../../../../contract/text';
import { checkHourConfig, type HourValues, warnHourConfig } from './config';

const GOOD: HourValues = {
  appType: 'self',
  appKey: '3409409348479354011',
  appSecret: '2ad2355c-01d0-11f8-91dc-05a8cd1054b1',
  distributionCode: 'MERCHANT',
  acceptTimeoutSec: 120,
  riderPhoneType: 0,
  cancelCodeMap: { riderLate: 202, userCancelled: 222 },
  shops: [{ shopId: '900' }, { shopId: '901' }],
};
const rulesOf = (change: HourValues) =>
  checkHourConfig({ ...GOOD, ...change }, 'en-US').map(({ field, rule }) => `${field} ${rule}`);

test('complete settings of hour-to-reach have no errors and no warnings', () => {
  assert.deepEqual(rulesOf({}), []);
  assert.deepEqual(warnHourConfig(GOOD, 'zh-CN'), []);
});

test('each wrong value of hour-to-reach is reported at its own field', () => {
  const cases: readonly (readonly [HourValues, readonly string[]])[] = [
    [{ appType: '' }, ['appType requiredSelect']],
    [{ appType: 'other' }, ['appType choice']],
    [{ appKey: '', appSecret: null }, ['appKey required', 'appSecret required']],
    [{ appKey: 'abc' }, ['appKey pattern']],
    [{ appType: 'tool' }, ['serviceId required']],
    [{ appType: 'tool', serviceId: 'x1' }, ['serviceId pattern']],
    [{ distributionCode: '有 空格' }, ['distributionCode pattern']],
    [{ acceptTimeoutSec: 29 }, ['acceptTimeoutSec range']],
    [{ acceptTimeoutSec: 601 }, ['acceptTimeoutSec range']],
    [{ acceptTimeoutSec: 30.5 }, ['acceptTimeoutSec range']],
    [{ riderPhoneType: 2 }, ['riderPhoneType choice']],
    [{ cancelCodeMap: { riderLate: 7 } }, ['cancelCodeMap choice']],
    [{ cancelCodeMap: 'text' }, ['cancelCodeMap choice']],
    [{ shops: [{ shopId: 'x' }] }, ['shops pattern']],
    [{ shops: [{ shopId: '900' }, { shopId: '900' }] }, ['shops repeated']],
  ];
  for (const [change, expected] of cases) assert.deepEqual(rulesOf(change), expected, JSON.stringify(change));
});

test('an unusual key or secret causes a warning and is not refused', () => {
  const odd = { ...GOOD, appKey: '340940', appSecret: 'another shape' };
  assert.deepEqual(checkHourConfig(odd, 'zh-CN'), []);
  assert.deepEqual(
    warnHourConfig(odd, 'zh-CN').map(({ field }) => field),
    ['appKey', 'appSecret'],
  );
});

test('every sentence about hour-to-reach is complete in each language', () => {
  for (const locale of LOCALES) {
    for (const { message } of checkHourConfig({ acceptTimeoutSec: 1 }, locale)) assert.doesNotMatch(message, /\{\w+\}/);
  }
});
