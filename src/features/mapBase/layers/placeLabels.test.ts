import fc from 'fast-check';
import { placeLabels, textWidth } from './placeLabels';

const SIZE = { x: 800, y: 500 };
const box = fc.record({
  x: fc.integer({ min: -50, max: 850 }),
  y: fc.integer({ min: -50, max: 550 }),
  width: fc.integer({ min: 10, max: 120 }),
  height: fc.integer({ min: 10, max: 30 }),
});

test('written labels do not overlap each other or reserved boxes, and are inside the map', () => {
  fc.assert(
    fc.property(fc.array(box, { maxLength: 40 }), fc.array(box, { maxLength: 5 }), (labels, taken) => {
      const placed = placeLabels(labels, SIZE, taken);
      for (const [index, a] of placed.entries()) {
        expect(a.x - a.width / 2).toBeGreaterThanOrEqual(0);
        expect(a.y + a.height / 2).toBeLessThanOrEqual(SIZE.y);
        for (const b of [...placed.slice(index + 1), ...taken])
          expect(
            Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= (a.height + b.height) / 2,
          ).toBe(true);
      }
    }),
  );
});

test('of two overlapping labels only the first one is written', () => {
  const label = { x: 100, y: 100, width: 60, height: 16 };
  expect(
    placeLabels(
      [
        { ...label, text: 'first' },
        { ...label, x: 120, text: 'second' },
        { ...label, x: 300, text: 'third' },
      ],
      SIZE,
      [],
    ).map(({ text }) => text),
  ).toEqual(['first', 'third']);
});

test('an ideograph has the width of the font size, other characters less', () => {
  expect(textWidth('成都市', 12)).toBe(36);
  expect(textWidth('Sichuan', 12)).toBeLessThan(60);
});
