import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, dayRange, momentOf, nextAt, wallTime, wholeDays } from './days';

const ZONES = ['Asia/Shanghai', 'America/Sao_Paulo', 'UTC', 'Asia/Kathmandu'];

test('converting a moment to local time and back gives the same moment', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      fc.constantFrom(...ZONES),
      (at, zone) => {
        const wall = wallTime(at, zone);
        const whole = Math.floor(at.getTime() / 60_000) * 60_000;
        assert.equal(momentOf(wall.day, wall.minutes, zone).getTime(), whole);
      },
    ),
  );
});

test("the local time equals the runtime's own conversion, before and after every offset change", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      fc.constantFrom(...ZONES, 'Europe/Lisbon', 'Australia/Lord_Howe', 'Pacific/Chatham'),
      (at, timeZone) => {
        const told = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
        const { day, minutes } = wallTime(at, timeZone);
        const two = (value: number) => String(value).padStart(2, '0');
        assert.equal(`${day} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`, told.format(at));
      },
    ),
  );
});

test('a day in Shanghai begins at 16:00 UTC of the previous day', () => {
  const { from, to } = dayRange('2026-03-01', '2026-03-02');
  assert.equal(from.toISOString(), '2026-02-28T16:00:00.000Z');
  assert.equal(to.toISOString(), '2026-03-02T16:00:00.000Z');
});

test('the next 04:00 is strictly later than now', () => {
  assert.equal(nextAt(new Date('2026-03-01T03:59:00+08:00'), 240).toISOString(), '2026-02-28T20:00:00.000Z');
  assert.equal(nextAt(new Date('2026-03-01T04:00:00+08:00'), 240).toISOString(), '2026-03-01T20:00:00.000Z');
});

test('weekdays count from Sunday', () => {
  assert.equal(wallTime(new Date('2026-03-01T12:00:00+08:00')).weekday, 0);
  assert.equal(addDays('2026-02-28', 1), '2026-03-01');
});

test('a day with a change of summer time has 23 or 25 hours', () => {
  const { from, to } = dayRange('2026-03-29', '2026-03-29', 'Europe/Lisbon');
  assert.equal((to.getTime() - from.getTime()) / 3_600_000, 23);
});

test('a minute that summer time skips is shifted forward by the change, ahead of UTC and behind it', () => {
  const skipped = (day: string, minutes: number, zone: string) => {
    const wall = wallTime(momentOf(day, minutes, zone), zone);
    return [wall.day, wall.minutes];
  };
  assert.deepEqual(skipped('2026-03-08', 150, 'America/New_York'), ['2026-03-08', 210]);
  assert.deepEqual(skipped('2026-03-08', 120, 'America/New_York'), ['2026-03-08', 180]);
  assert.deepEqual(skipped('2026-03-08', 179, 'America/New_York'), ['2026-03-08', 239]);
  assert.deepEqual(skipped('2026-03-08', 180, 'America/New_York'), ['2026-03-08', 180]);
  assert.deepEqual(skipped('2026-03-08', 119, 'America/New_York'), ['2026-03-08', 119]);
  assert.deepEqual(skipped('2026-03-29', 150, 'Europe/Berlin'), ['2026-03-29', 210]);
  assert.deepEqual(skipped('2026-10-04', 135, 'Australia/Lord_Howe'), ['2026-10-04', 165]);
});

test('where summer time skips midnight, the day begins at 01:00 and stays a whole day', () => {
  const zone = 'America/Santiago';
  const { from, to } = dayRange('2026-09-06', '2026-09-06', zone);
  assert.deepEqual([wallTime(from, zone).day, wallTime(from, zone).minutes], ['2026-09-06', 60]);
  assert.equal((to.getTime() - from.getTime()) / 3_600_000, 23);
  assert.equal(dayRange('2026-09-05', '2026-09-05', zone).to.getTime(), from.getTime());
  assert.deepEqual(wholeDays({ from, to }, zone), { from: '2026-09-06', to: '2026-09-07' });
});
