import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { loadTexts, setLocale, t } from '@/app/i18n/i18n';
import { HoursEditor, holidaysMistake, weekMistake } from '.';
import type { DayHours } from './hours';

let week: readonly DayHours[] = [];

function Form() {
  const [value, setValue] = useState<readonly DayHours[]>([{ weekday: 1, ranges: [{ from: '08:00', to: '12:00' }] }]);
  week = value;
  return <HoursEditor label="Business hours" value={value} onChange={setValue} />;
}

beforeAll(async () => {
  await loadTexts('console');
  await loadTexts('pages');
  await setLocale('en-US');
});

test('hours accept short forms, errors are marked, and one day can be copied to all days', () => {
  render(<Form />);
  fireEvent.click(screen.getByRole('button', { name: 'Add range: Monday' }));
  expect(week.find((day) => day.weekday === 1)?.ranges[1]).toEqual({ from: '13:00', to: '15:00' });

  const from = screen.getByLabelText('Monday, range 2, from');
  fireEvent.change(from, { target: { value: '1130' } });
  fireEvent.blur(from);
  expect(from).toHaveValue('11:30');
  expect(screen.getByText('Monday: ranges overlap')).toBeInTheDocument();
  expect(from).toBeInvalid();

  fireEvent.change(from, { target: { value: '18' } });
  fireEvent.blur(from);
  const to = screen.getByLabelText('Monday, range 2, to');
  fireEvent.change(to, { target: { value: '24' } });
  fireEvent.blur(to);
  expect(to).toHaveValue('24:00');
  expect(screen.queryByText('Monday: ranges overlap')).toBeNull();

  fireEvent.click(screen.getByRole('button', { name: 'Copy the hours of Monday to all days' }));
  expect(week).toHaveLength(7);
  expect(week.every((day) => day.ranges.length === 2)).toBe(true);

  fireEvent.click(screen.getByRole('button', { name: 'Remove range 1 of Sunday' }));
  expect(week.find((day) => day.weekday === 0)?.ranges).toEqual([{ from: '18:00', to: '24:00' }]);
});

test('errors name their day', () => {
  expect(weekMistake([], t)).toBe('Set the hours of at least one day');
  expect(weekMistake([{ weekday: 2, ranges: [{ from: '8', to: '9' }] }], t)).toContain('Tuesday: use HH:mm');
  const past = [{ date: '2026-03-01', closed: true, ranges: [] }];
  expect(holidaysMistake(past, '2026-03-02', [], t)).toBe('Special day 1: must not be before today');
  expect(holidaysMistake(past, '2026-03-02', past, t)).toBeNull();
});
