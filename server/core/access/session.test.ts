import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPastLastDay } from './session';

test('the last day of an account ends at midnight in the platform’s time zone', async () => {
  const isOver = (at: string, zone: string) => isPastLastDay('2026-03-01', new Date(at), async () => zone);
  assert.deepEqual(
    [
      await isOver('2026-03-02T02:59:59Z', 'America/Sao_Paulo'),
      await isOver('2026-03-02T03:00:00Z', 'America/Sao_Paulo'),
    ],
    [false, true],
  );
  assert.deepEqual(
    [await isOver('2026-03-01T15:59:59Z', 'Asia/Shanghai'), await isOver('2026-03-01T16:00:00Z', 'Asia/Shanghai')],
    [false, true],
  );
  assert.equal(await isPastLastDay(null, new Date('2099-01-01T00:00:00Z'), async () => undefined), false);
});
