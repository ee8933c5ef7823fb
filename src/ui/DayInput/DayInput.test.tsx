import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { PLAIN_APPEARANCE, PlatformProvider } from '@/app/platform';
import { DayInput, type DayInputProps, MomentInput, TimeInput } from '.';

// At this moment it is still the evening of 28 February in Europe, but already 1 March in the platform's time zone.
const platform = {
  timeZone: 'Asia/Shanghai',
  userId: 7,
  supportEmail: '',
  can: () => true,
  reveals: () => true,
  now: () => Date.parse('2026-02-28T16:30:00Z'),
  appearance: PLAIN_APPEARANCE,
};

beforeAll(async () => {
  await loadTexts('console');
});
beforeEach(() => setLocale('en-US'));

function Day(props: Partial<DayInputProps>) {
  const [value, setValue] = useState<string | null>(props.value ?? null);
  return (
    <PlatformProvider value={platform}>
      <DayInput
        label="From"
        {...props}
        value={value}
        onChange={(next) => {
          setValue(next);
          props.onChange?.(next);
        }}
      />
      <button type="button">Next</button>
    </PlatformProvider>
  );
}

test('a day is typed, an empty field is null, and an error of the form is connected to the field', async () => {
  const user = userEvent.setup();
  const onChange = jest.fn();
  render(
    <>
      <Day value="2026-03-01" onChange={onChange} invalid describedBy="wrong" />
      <p id="wrong">Too late</p>
    </>,
  );
  const field = screen.getByLabelText('From');
  expect(field).toHaveValue('2026-03-01');
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Too late');
  await user.clear(field);
  await user.type(field, '2026-03-02');
  expect(onChange.mock.calls).toEqual([[null], ['2026-03-02']]);
});

test('the field shows the format of the language, and reformats typed ISO 8601', async () => {
  const user = userEvent.setup();
  await setLocale('pt-BR');
  render(<Day value="2026-03-01" />);
  const field = screen.getByLabelText('From');
  expect(field).toHaveValue('01/03/2026');
  await user.clear(field);
  await user.type(field, '2026-03-02');
  expect(field).toHaveValue('02/03/2026');
});

test('a short form is accepted when the field loses the focus', async () => {
  const user = userEvent.setup();
  const onChange = jest.fn();
  render(<Day onChange={onChange} />);
  await user.type(screen.getByLabelText('From'), '2026/3/2');
  expect(onChange).not.toHaveBeenCalled();
  await user.tab();
  expect(onChange.mock.calls).toEqual([['2026-03-02']]);
  expect(screen.getByLabelText('From')).toHaveValue('2026-03-02');
});

test('an unreadable or too late value stays as typed and is explained at the field', async () => {
  const user = userEvent.setup();
  const onChange = jest.fn();
  render(<Day max="2026-03-01" onChange={onChange} />);
  const field = screen.getByLabelText('From');
  await user.type(field, '31 Feb');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await user.tab();
  expect(field).toHaveValue('31 Feb');
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Use the format 2026-11-24');
  await user.clear(field);
  await user.type(field, '2026-03-02{Enter}');
  expect(field).toHaveAccessibleDescription('Not after 2026-03-01');
  expect(onChange).not.toHaveBeenCalledWith('2026-03-02');
  await user.clear(field);
  expect(field).toBeValid();
});

test('a form gets the unreadable text and explains the error itself', async () => {
  const user = userEvent.setup();
  const onText = jest.fn();
  render(<Day onText={onText} />);
  await user.type(screen.getByLabelText('From'), 'x');
  await user.tab();
  expect(onText.mock.calls).toEqual([['x']]);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('typed digits are kept while the calendar loads; a picked day is taken and the focus stays in the field', async () => {
  const user = userEvent.setup();
  const onChange = jest.fn();
  render(<Day max="2026-03-20" onChange={onChange} />);
  const field = screen.getByLabelText('From');
  await user.click(field);
  expect(screen.getByRole('dialog', { name: 'From' })).toBeInTheDocument();
  await user.keyboard('2026-03');
  // "Today" is the platform's day, not the local day.
  const today = await screen.findByRole('button', { name: /, 2026-03-01$/ });
  expect(today).toHaveAttribute('aria-current', 'date');
  expect(field).toHaveValue('2026-03');
  expect(field).toHaveFocus();
  await user.keyboard('-05');
  expect(onChange.mock.calls).toEqual([['2026-03-05']]);
  expect(screen.getByRole('button', { name: /, 2026-03-05$/ })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('button', { name: /, 2026-03-21$/ })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: /, 2026-03-10$/ }));
  expect(onChange).toHaveBeenLastCalledWith('2026-03-10');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(field).toHaveFocus();
});

test('the calendar opens at the value and follows typing', async () => {
  const user = userEvent.setup();
  render(<Day value="2025-08-05" />);
  const field = screen.getByLabelText('From');
  await user.click(field);
  await screen.findByRole('button', { name: /, 2025-08-05$/, pressed: true });
  await user.clear(field);
  await user.type(field, '2024-02-29');
  await screen.findByRole('button', { name: /, 2024-02-29$/, pressed: true });
});

test('keyboard: arrow down enters the calendar, arrows and Page Down move, Escape closes only the calendar', async () => {
  const user = userEvent.setup();
  const onChange = jest.fn();
  const onEscape = jest.fn();
  document.addEventListener('keydown', onEscape);
  render(<Day value="2026-03-05" onChange={onChange} />);
  const field = screen.getByLabelText('From');
  await user.tab();
  await user.keyboard('{ArrowDown}');
  await screen.findByRole('button', { name: /, 2026-03-05$/ });
  await user.keyboard('{Escape}');
  expect(onEscape.mock.calls.map(([event]) => event.key)).not.toContain('Escape');
  expect(field).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('button', { name: /, 2026-03-05$/ })).toHaveFocus());
  await user.keyboard('{ArrowRight}{ArrowUp}');
  await waitFor(() => expect(screen.getByRole('button', { name: /, 2026-02-27$/ })).toHaveFocus());
  await user.keyboard('{PageDown}');
  await waitFor(() => expect(screen.getByRole('button', { name: /, 2026-03-27$/ })).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(onChange.mock.calls).toEqual([['2026-03-27']]);
  expect(field).toHaveFocus();
  document.removeEventListener('keydown', onEscape);
});

test('keyboard: the focus stays on days within the limits', async () => {
  const user = userEvent.setup();
  render(<Day value="2026-03-05" min="2026-03-04" max="2026-03-10" onChange={jest.fn()} />);
  await user.tab();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('button', { name: /, 2026-03-05$/ })).toHaveFocus());
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('button', { name: /, 2026-03-10$/ })).toHaveFocus());
  await user.keyboard('{PageUp}');
  await waitFor(() => expect(screen.getByRole('button', { name: /, 2026-03-04$/ })).toHaveFocus());
});

test('a moment is shown and read on the platform’s clock, whatever the local clock is', async () => {
  const user = userEvent.setup();
  const onChange = jest.fn();
  const Moment = () => {
    const [value, setValue] = useState<string | null>('2026-03-01T16:30:00Z');
    return (
      <PlatformProvider value={platform}>
        <MomentInput
          label="At"
          value={value}
          onChange={(next) => {
            setValue(next);
            onChange(next);
          }}
        />
      </PlatformProvider>
    );
  };
  render(<Moment />);
  const field = screen.getByLabelText('At');
  expect(field).toHaveValue('2026-03-02 00:30');
  await user.clear(field);
  await user.type(field, '2026-03-02 08:00');
  expect(Date.parse(onChange.mock.lastCall?.[0])).toBe(Date.parse('2026-03-02T00:00:00Z'));
  await user.click(field);
  await user.click(await screen.findByRole('button', { name: /, 2026-03-09$/ }));
  expect(field).toHaveValue('2026-03-09 08:00');
  expect(Date.parse(onChange.mock.lastCall?.[0])).toBe(Date.parse('2026-03-09T00:00:00Z'));
});

test('a time of day is typed, with or without the colon', async () => {
  const user = userEvent.setup();
  const onChange = jest.fn();
  render(
    <>
      <TimeInput label="Time" value={null} onChange={onChange} />
      <button type="button">Next</button>
    </>,
  );
  await user.type(screen.getByLabelText('Time'), '0930');
  await user.tab();
  expect(onChange.mock.calls).toEqual([['09:30']]);
});
