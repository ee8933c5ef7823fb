import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormField } from '../../../contract/franchiseForm';
import { emptyField } from '../../../contract/franchisePage.content';
import { partsOf } from './parts';

test('a region or address field counts for the score whatever its key is, unless it is sensitive', () => {
  const scored = (field: FormField, answer: string) =>
    partsOf({ fields: [field], answers: { [field.key]: answer } }, { digest: () => '' }).score;
  assert.equal(scored(emptyField('region', 'region'), '510104'), 15);
  assert.equal(scored(emptyField('city', 'region'), '510100'), 15);
  assert.equal(scored(emptyField('shop', 'address'), '510104|Road 17|'), 15);
  assert.equal(scored({ ...emptyField('city', 'region'), sensitive: true }, '510100'), 0);
  assert.equal(scored(emptyField('region', 'text'), 'Chengdu'), 0);
});
