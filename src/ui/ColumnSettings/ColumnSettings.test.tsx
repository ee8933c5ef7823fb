import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { orderedColumns, readChoice } from '../ListPage/columns';
import type { Column } from '../ListPage/types';
import { ColumnSettings } from '.';

const columns: readonly Column<never>[] = [
  { key: 'name', title: 'team.name', opens: true, render: () => null },
  { key: 'code', title: 'team.code', render: () => null },
  { key: 'region', title: 'team.region', render: () => null },
];
let shown: readonly string[];
function Page({ columns: own = columns }: { readonly columns?: typeof columns }) {
  const [choice, setChoice] = useState(readChoice(own, undefined));
  shown = orderedColumns(own, choice)
    .filter(({ key }) => !choice.hidden.includes(key))
    .map(({ key }) => key);
  return <ColumnSettings columns={own} choice={choice} onChange={setChoice} />;
}

test('a column is hidden and moved by keyboard, the first column is fixed, and Escape restores the focus', async () => {
  await loadTexts('console');
  await loadTexts('pages');
  await setLocale('en-US');
  const user = userEvent.setup();
  render(<Page />);
  await user.tab();
  await user.keyboard('{Enter}');
  const panel = within(screen.getByRole('dialog', { name: 'Columns' }));
  expect(panel.getAllByRole('checkbox')[0]).toBeDisabled();
  expect(panel.getByRole('checkbox', { name: 'Code' })).toHaveFocus();
  await user.keyboard(' ');
  expect(shown).toEqual(['name', 'region']);
  await user.keyboard(' ');
  panel.getByRole('button', { name: /up.*Region|Region.*up/i }).focus();
  await user.keyboard('{Enter}');
  expect(shown).toEqual(['name', 'region', 'code']);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Columns' })).toHaveFocus();
});

test('in a list without a column that opens the record, the second column can move up', async () => {
  const user = userEvent.setup();
  render(<Page columns={columns.slice(1)} />);
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const panel = within(screen.getByRole('dialog', { name: 'Columns' }));
  expect(panel.getByRole('button', { name: /up.*Code|Code.*up/i })).toBeDisabled();
  await user.click(panel.getByRole('button', { name: /up.*Region|Region.*up/i }));
  expect(shown).toEqual(['region', 'code']);
});
