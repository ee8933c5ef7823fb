import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { Select } from '.';

const options = ['Beijing', 'Chengdu', 'Chongqing'].map((label, index) => ({ value: index + 1, label }));

function One() {
  const [value, setValue] = useState<number | null>(null);
  return (
    <Select<number> label="City" placeholder="City" options={options} value={value} onChange={setValue} clearable />
  );
}
function Many() {
  const [value, setValue] = useState<number[]>([]);
  return (
    <Select<number>
      multiple
      search
      label="City"
      placeholder="City"
      options={options}
      value={value}
      onChange={setValue}
    />
  );
}

beforeAll(async () => {
  await loadTexts('public');
  await loadTexts('console');
  await setLocale('en-US');
});

test('by keyboard alone the list opens, finds and chooses, and the focus returns', async () => {
  const user = userEvent.setup();
  render(<One />);
  await user.tab();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('listbox', { name: 'City' })).toHaveFocus();
  await user.keyboard('cho{Enter}');
  const button = screen.getByRole('combobox', { name: 'City: Chongqing' });
  expect(button).toHaveFocus();
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});

test('Escape closes only the list', async () => {
  const user = userEvent.setup();
  const heard = jest.fn();
  document.addEventListener('keydown', heard);
  render(<One />);
  await user.click(screen.getByRole('combobox'));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  expect(heard).not.toHaveBeenCalled();
  document.removeEventListener('keydown', heard);
});

test('several options are chosen one after the other, and a search narrows the list', async () => {
  const user = userEvent.setup();
  render(<Many />);
  await user.click(screen.getByRole('combobox'));
  await user.keyboard('ch');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Chengdu', 'Chongqing']);
  await user.keyboard('{Enter}{ArrowDown}{Enter}');
  expect(screen.getAllByRole('option').every((option) => option.getAttribute('aria-selected') === 'true')).toBe(true);
  expect(screen.getByText('Chengdu, Chongqing')).toBeInTheDocument();
});

test('a choice can be cleared', async () => {
  const user = userEvent.setup();
  render(<One />);
  await user.click(screen.getByRole('combobox'));
  await user.click(screen.getByRole('option', { name: 'Beijing' }));
  await user.click(screen.getByRole('button', { name: 'Clear City' }));
  expect(screen.getByRole('combobox')).toHaveTextContent('City');
  expect(screen.queryByText('Beijing')).not.toBeInTheDocument();
});

test('by keyboard alone a failed list is loaded again: Enter repeats it, and Tab reaches its button', async () => {
  const user = userEvent.setup();
  const retry = jest.fn();
  const { rerender } = render(
    <Select<number> label="City" options={[]} value={null} onChange={jest.fn()} onRetry={retry} />,
  );
  await user.tab();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('alert')).toHaveTextContent('The data could not be loaded');
  await user.keyboard('{Enter}');
  expect(retry).toHaveBeenCalledTimes(1);
  await user.tab();
  expect(screen.getByRole('button', { name: 'Retry' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(retry).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('listbox', { name: 'City' })).toHaveFocus();
  rerender(<Select<number> label="City" options={options} value={null} onChange={jest.fn()} />);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getAllByRole('option')).toHaveLength(3);
});
