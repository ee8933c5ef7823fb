import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { PLAIN_APPEARANCE, PlatformProvider } from '@/app/platform';
import { type OpenRange, RangePicker } from '.';

const platform = {
  timeZone: 'Asia/Shanghai',
  userId: 7,
  supportEmail: '',
  can: () => true,
  reveals: () => true,
  now: () => Date.parse('2026-11-24T02:00:00Z'),
  appearance: PLAIN_APPEARANCE,
};
const onChange = jest.fn();

function Filter({ value: initial = { from: null, to: null } }: { readonly value?: OpenRange }) {
  const [value, setValue] = useState(initial);
  return (
    <PlatformProvider value={platform}>
      <RangePicker
        isOpen
        isFilter
        label="Created"
        value={value}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
      />
      <button type="button">Next</button>
    </PlatformProvider>
  );
}

function Whole() {
  const [value, setValue] = useState({ from: '2026-11-18', to: '2026-11-24' });
  return (
    <PlatformProvider value={platform}>
      <RangePicker
        label="Days"
        maxDays={92}
        max="2026-11-24"
        value={value}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
      />
    </PlatformProvider>
  );
}

const from = (name = 'Created') => screen.getByRole('combobox', { name: new RegExp(`^${name}, (from|de)$`) });
const to = (name = 'Created') => screen.getByRole('combobox', { name: new RegExp(`^${name}, (to|até)$`) });

beforeAll(async () => {
  await loadTexts('console');
});
beforeEach(async () => {
  await setLocale('en-US');
  onChange.mockReset();
});

test.each([
  ['Today', '2026-11-24', '2026-11-24'],
  ['Yesterday', '2026-11-23', '2026-11-23'],
  ['Last 7 days', '2026-11-18', '2026-11-24'],
  ['Last 30 days', '2026-10-26', '2026-11-24'],
  ['This month', '2026-11-01', '2026-11-24'],
  ['Last month', '2026-10-01', '2026-10-31'],
])('%s is picked with one press', async (name, first, last) => {
  const user = userEvent.setup();
  render(<Filter />);
  await user.click(from());
  await user.click(screen.getByRole('button', { name }));
  expect(onChange.mock.calls).toEqual([[{ from: first, to: last }]]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(from()).toHaveFocus();
});

test('a range can be typed, and is taken when the control loses the focus', async () => {
  const user = userEvent.setup();
  render(<Filter />);
  await user.type(from(), '2026-11-01');
  await user.tab();
  expect(onChange).not.toHaveBeenCalled();
  await user.keyboard('2026/11/9');
  await user.tab();
  await user.tab();
  expect(onChange.mock.calls).toEqual([[{ from: '2026-11-01', to: '2026-11-09' }]]);
  expect(to()).toHaveValue('2026-11-09');
});

test('an end of a filter may stay empty, Enter takes the range, and the range can be cleared', async () => {
  const user = userEvent.setup();
  render(<Filter />);
  await user.type(from(), '2026-11-01{Enter}');
  expect(onChange).toHaveBeenLastCalledWith({ from: '2026-11-01', to: null });
  await user.click(screen.getByRole('button', { name: /Created/ }));
  expect(onChange).toHaveBeenLastCalledWith({ from: null, to: null });
});

test('two pressed days form a range, in any order', async () => {
  const user = userEvent.setup();
  render(<Filter />);
  await user.click(from());
  await user.click(await screen.findByRole('button', { name: /, 2026-11-20$/ }));
  expect(onChange).not.toHaveBeenCalled();
  expect(to()).toHaveFocus();
  await user.click(screen.getByRole('button', { name: /, 2026-11-10$/ }));
  expect(onChange.mock.calls).toEqual([[{ from: '2026-11-10', to: '2026-11-20' }]]);
});

test.each([
  ['2026-11-20', '2026-11-10', 'The end must not be before the start'],
  ['2026-01-01', '2026-11-10', 'At most 92 days'],
  ['2026-11-20', '2026-11-25', 'Not after 2026-11-24'],
  ['2026-11-20', 'x', 'Use the format 2026-11-24'],
  ['2026-11-20', ' ', 'Choose a start date and an end date'],
])('%s to %s is refused at the control and stays as it was typed', async (first, last, problem) => {
  const user = userEvent.setup();
  render(<Whole />);
  await user.clear(from('Days'));
  await user.type(from('Days'), first);
  await user.clear(to('Days'));
  await user.type(to('Days'), `${last}{Enter}`);
  expect(to('Days')).toHaveAccessibleDescription(problem);
  expect(from('Days')).toHaveValue(first);
  expect(onChange).not.toHaveBeenCalled();
});

test('the name of a named range is beside its days, in the language of the page', async () => {
  await setLocale('pt-BR');
  render(<Whole />);
  expect(screen.getByText('Últimos 7 dias')).toBeInTheDocument();
  expect(from('Days')).toHaveValue('18/11/2026');
});
