import fc from 'fast-check';
import { redo, startHistory, step, UNDO_STEPS, undo } from './history';

test('up to fifty steps can be undone and redone', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 80 }), (values) => {
      const full = values.reduce(step, startHistory(-1));
      const steps = Math.min(values.length, UNDO_STEPS);
      let back = full;
      for (let count = 0; count < steps; count++) back = undo(back);
      expect(back.present).toBe([-1, ...values].at(values.length - steps));
      expect(undo(back)).toBe(back);
      let forth = back;
      for (let count = 0; count < steps; count++) forth = redo(forth);
      expect(forth.present).toBe(full.present);
      expect(redo(forth)).toBe(forth);
    }),
  );
});

test('a new step clears the redo steps', () => {
  const branched = step(undo(step(step(startHistory('a'), 'b'), 'c')), 'd');
  expect(branched).toEqual({ past: ['a', 'b'], present: 'd', future: [] });
});
