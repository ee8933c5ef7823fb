import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPastLastDay } from './session';

test('the last day of an account ends at midnight in the platform’s time zone', () => {
  const isOver = (at: string, timeZone: string) => isPastLastDay('2026-03-01', new Date(at), timeZone);
  assert.deepEqual(
    [isOver('2026-03-02T02:59:59Z', 'America/Sao_Paulo'), isOver('2026-03-02T03:00:00Z', 'America/Sao_Paulo')],
    [false, true],
  );
  assert.deepEqual(
    [isOver('2026-03-01T15:59:59Z', 'Asia/Shanghai'), isOver('2026-03-01T16:00:00Z', 'Asia/Shanghai')],
    [false, true],
  );
  assert.equal(isPastLastDay(null, new Date('2099-01-01T00:00:00Z'), undefined), false);
});
