import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { RadioGroup } from '.';

const options = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const;
function Page() {
  const [value, setValue] = useState<'day' | 'week' | 'month'>('day');
  return <RadioGroup label="Period" options={options} value={value} onChange={setValue} />;
}

test('an option of the named group is chosen by mouse and by arrow keys', async () => {
  const user = userEvent.setup();
  render(<Page />);
  expect(screen.getByRole('group', { name: 'Period' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Day' })).toBeChecked();
  await user.click(screen.getByText('Month'));
  expect(screen.getByRole('radio', { name: 'Month' })).toBeChecked();
  await user.keyboard('{ArrowUp}');
  expect(screen.getByRole('radio', { name: 'Week' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Week' })).toHaveFocus();
  expect(screen.getAllByRole('radio', { checked: true })).toHaveLength(1);
});
