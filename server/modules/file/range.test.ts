import assert from 'node:assert/strict';
import test from 'node:test';
import { readRange } from './range';

test('a range has a first and last byte, an open end, or a number of last bytes', () => {
  assert.deepEqual(readRange('bytes=0-0', 100), [0, 0]);
  assert.deepEqual(readRange('bytes=10-19', 100), [10, 19]);
  assert.deepEqual(readRange('bytes=10-', 100), [10, 99]);
  assert.deepEqual(readRange('bytes=10-1000', 100), [10, 99]);
  assert.deepEqual(readRange('bytes=-10', 100), [90, 99]);
  assert.deepEqual(readRange('bytes=-1000', 100), [0, 99]);
});

test('a range outside the file cannot be satisfied', () => {
  for (const header of ['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=-00'])
    assert.equal(readRange(header, 100), 'unsatisfiable');
  for (const header of ['bytes=0-', 'bytes=-5']) assert.equal(readRange(header, 0), 'unsatisfiable');
});

test('anything but a single range of bytes is answered with the whole file', () => {
  for (const header of [
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=0-1,5-6',
    'items=0-1',
    'bytes=a-b',
    'bytes=-1-2',
  ]) {
    assert.equal(readRange(header, 100), null, header);
  }
});
