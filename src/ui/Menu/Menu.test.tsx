import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from '../Button';
import { Menu } from '.';

const picked: string[] = [];
const items = [
  { key: 'delete', label: 'Delete', danger: true, onPick: () => picked.push('delete') },
  { key: 'edit', label: 'Edit', onPick: () => picked.push('edit') },
  { key: 'pinned', label: 'Pinned', checked: true, onPick: () => picked.push('pinned') },
];
function Page() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button onClick={(event) => setAnchor(event.currentTarget)}>More</Button>
      <p>Beside</p>
      {anchor && <Menu anchor={anchor} label="More" items={items} onClose={() => setAnchor(null)} />}
    </>
  );
}
async function open() {
  const user = userEvent.setup();
  render(<Page />);
  await user.click(screen.getByRole('button', { name: 'More' }));
  return user;
}
const entry = (name: string) => screen.getByRole(/^Pinned/.test(name) ? 'menuitemcheckbox' : 'menuitem', { name });
const menu = () => screen.queryByRole('menu', { name: 'More' });

beforeEach(() => {
  picked.length = 0;
});

test('the menu focuses its first entry; arrows, Home and End wrap around; destructive entries are last', async () => {
  const user = await open();
  expect(entry('Edit')).toHaveFocus();
  await user.keyboard('{ArrowUp}');
  expect(entry('Delete')).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(entry('Edit')).toHaveFocus();
  await user.keyboard('{End}{ArrowUp}');
  expect(entry('Pinned')).toHaveFocus();
  expect(entry('Pinned')).toBeChecked();
  await user.keyboard('{Home}');
  expect(entry('Edit')).toHaveFocus();
});

test('Enter picks once, closes the menu, and restores the focus to the button', async () => {
  const user = await open();
  await user.keyboard('{Enter}');
  expect(picked).toEqual(['edit']);
  expect(menu()).toBeNull();
  expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();
});

test('Escape and a press outside close the menu without a pick; a press outside keeps the new focus', async () => {
  const user = await open();
  await user.keyboard('{Escape}');
  expect(menu()).toBeNull();
  expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(menu()).not.toBeNull();
  await user.click(screen.getByText('Beside'));
  expect(menu()).toBeNull();
  expect(picked).toEqual([]);
});
