import { fireEvent, render, screen } from '@testing-library/react';
import { PLAIN_APPEARANCE, PlatformProvider } from '@/app/platform';
import { DayInput, MomentInput } from '.';

const platform = {
  timeZone: 'Asia/Shanghai',
  userId: 7,
  supportEmail: '',
  can: () => true,
  reveals: () => true,
  now: () => 0,
  appearance: PLAIN_APPEARANCE,
};

test('an emptied day is null, and what is wrong with it is connected to the field', () => {
  const onChange = jest.fn();
  render(
    <>
      <DayInput label="From" value="2026-03-01" min="2026-01-01" onChange={onChange} invalid describedBy="wrong" />
      <p id="wrong">Too late</p>
    </>,
  );
  const field = screen.getByLabelText('From');
  expect(field).toHaveValue('2026-03-01');
  expect(field).toHaveAttribute('min', '2026-01-01');
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Too late');
  fireEvent.change(field, { target: { value: '2026-03-02' } });
  fireEvent.change(field, { target: { value: '' } });
  expect(onChange.mock.calls).toEqual([['2026-03-02'], [null]]);
});

test('a moment is shown and read on the clock of the platform, whatever clock this computer has', () => {
  const onChange = jest.fn();
  render(
    <PlatformProvider value={platform}>
      <MomentInput label="At" value="2026-03-01T16:30:00Z" onChange={onChange} />
    </PlatformProvider>,
  );
  const field = screen.getByLabelText('At');
  expect(field).toHaveValue('2026-03-02T00:30');
  fireEvent.change(field, { target: { value: '2026-03-02T08:00' } });
  expect(Date.parse(onChange.mock.calls[0][0])).toBe(Date.parse('2026-03-02T00:00:00Z'));
});
