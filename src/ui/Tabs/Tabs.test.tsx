import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { Tabs } from '.';

const built: string[] = [];
const items = ['One', 'Two', 'Three'].map((label) => ({
  key: label.toLowerCase(),
  label,
  content: () => {
    built.push(label);
    return <p>{label} is shown</p>;
  },
}));
function Page() {
  const [active, setActive] = useState<string | null>(null);
  return <Tabs label="Parts" items={items} active={active} onChange={setActive} />;
}
const selected = () => screen.getByRole('tab', { selected: true });

beforeEach(async () => {
  built.length = 0;
  await setLocale('en-US');
});

test('only the selected panel is rendered, and it is named by its tab', async () => {
  render(<Page />);
  expect(new Set(built)).toEqual(new Set(['One']));
  expect(screen.getByRole('tabpanel', { name: 'One' })).toHaveTextContent('One is shown');
  await userEvent.click(screen.getByRole('tab', { name: 'Three' }));
  expect(screen.getByRole('tabpanel', { name: 'Three' })).toBeVisible();
  expect(built).not.toContain('Two');
});

test('one tab is in the tab order; arrow keys, Home and End select and focus, and wrap around', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.tab();
  expect(selected()).toHaveFocus();
  for (const [key, name] of [
    ['{ArrowRight}', 'Two'],
    ['{End}', 'Three'],
    ['{ArrowRight}', 'One'],
    ['{ArrowLeft}', 'Three'],
    ['{Home}', 'One'],
  ] as const) {
    await user.keyboard(key);
    expect(selected()).toHaveTextContent(name);
    expect(selected()).toHaveFocus();
  }
});

test('right to left the left arrow moves to the next tab', async () => {
  const user = userEvent.setup();
  localStorage.setItem('umi_locale', 'ar');
  await loadTexts('public');
  render(<Page />);
  screen.getByRole('tab', { name: 'One' }).focus();
  await user.keyboard('{ArrowLeft}');
  expect(selected()).toHaveTextContent('Two');
});
