import { NEWS } from '@contract/news';
import { screen, waitFor } from '@testing-library/react';
import { refusal, renderPage } from '@/ui/testing';
import NewsMark from './NewsMark';
import NewsPanel from './NewsPanel';

const show = (seen: string | undefined, isOpen: boolean) =>
  renderPage(
    <>
      <NewsMark />
      {isOpen ? <NewsPanel onClose={() => undefined} /> : null}
    </>,
    {
      answers: {
        'common.Preference/getAll': { values: seen === undefined ? {} : { newsSeen: seen } },
      },
    },
  );
const MARK = 'There is something new';

test('a user who has not seen the newest version sees the dot', async () => {
  const shown = await show('2020.01', false);
  expect(await screen.findByText(MARK)).toBeInTheDocument();
  expect(shown.to('common.Preference/save')).toEqual([]);
});

test('if the preferences cannot be loaded, there is no dot', async () => {
  const shown = await renderPage(<NewsMark />, {
    answers: { 'common.Preference/getAll': refusal(50001, 'System busy') },
  });
  await waitFor(() => expect(shown.to('common.Preference/getAll').length).toBeGreaterThan(0));
  await expect(screen.findByText(MARK, {}, { timeout: 1_000 })).rejects.toThrow();
});

test('the panel lists the changes by version, and opening it marks them as seen', async () => {
  const shown = await show(undefined, true);
  for (const { version, changes } of NEWS) {
    expect(await screen.findByRole('heading', { name: new RegExp(version) })).toBeInTheDocument();
    for (const change of changes) expect(screen.getByText(change['en-US'])).toBeInTheDocument();
  }
  await waitFor(() =>
    expect(shown.to('common.Preference/save').map(({ body }) => body)).toEqual([
      { key: 'newsSeen', value: NEWS[0]?.version },
    ]),
  );
  expect(screen.queryByText(MARK)).not.toBeInTheDocument();
});

test('a user who has seen the newest version sees no dot, and nothing is stored', async () => {
  const shown = await show(NEWS[0]?.version, true);
  await screen.findByRole('dialog');
  expect(screen.queryByText(MARK)).not.toBeInTheDocument();
  expect(shown.to('common.Preference/save')).toEqual([]);
});
