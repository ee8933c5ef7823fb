import fc from 'fast-check';
import { addDays } from '@/ui/RangePicker/days';
import { rangeOf, readView, writeView } from './view';

const TODAY = '2026-06-30';
const read = (query: string) => readView(new URLSearchParams(query), TODAY);

it('shows today and all stations by default', () => {
  expect(read('')).toEqual({ teamIds: [], days: { from: TODAY, to: TODAY }, isToday: true });
  expect(rangeOf(read(''))).toEqual({});
});

it.each([
  'from=2026-06-31&to=2026-06-30',
  'from=2026-06-30&to=2026-06-01',
  'from=2026-01-01&to=2026-06-30',
  'to=2026-06-01',
  'from=2026-06-30&to=2026-07-01',
  'teams=a,-1,0',
])('treats %s as not set', (query) => expect(read(query)).toEqual(read('')));

it('parses every choice that it wrote and keeps unrelated parameters', () => {
  const choice = fc.record({
    teamIds: fc.uniqueArray(fc.integer({ min: 1, max: 1e9 }), { maxLength: 20 }),
    ago: fc.integer({ min: 0, max: 400 }),
    length: fc.integer({ min: 1, max: 92 }),
  });
  fc.assert(
    fc.property(choice, ({ teamIds, ago, length }) => {
      const to = addDays(TODAY, -ago);
      const days = { from: addDays(to, 1 - length), to };
      const written = writeView(new URLSearchParams('other=1'), { teamIds, days }, TODAY);
      expect(readView(written, TODAY)).toMatchObject({ teamIds, days });
      expect(written.get('other')).toBe('1');
    }),
  );
});

it('omits defaults from the address', () => {
  const written = writeView(
    new URLSearchParams('teams=5&from=2026-06-01&to=2026-06-02'),
    { teamIds: [], days: { from: TODAY, to: TODAY } },
    TODAY,
  );
  expect(String(written)).toBe('');
});
