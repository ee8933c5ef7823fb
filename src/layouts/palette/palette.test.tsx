import type { Data } from '@contract/index';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { showOverlay, useOverlay } from '@/app/commands/overlay';
import { PageAction } from '@/ui/actions/PageAction';
import { RowActions } from '@/ui/actions/RowActions';
import { type Action, post } from '@/ui/actions/types';
import { DetailDrawer } from '@/ui/DetailDrawer';
import { ListPage } from '@/ui/ListPage';
import type { Column, FilterOf } from '@/ui/ListPage/types';
import { type Answers, refusal, renderPage, teamList, teamRow } from '@/ui/testing';
import { PaletteButton } from '../PaletteButton';
import type { MenuEntry } from '../pageTable';
import CommandHost from '.';
import { best, fitOf } from './match';
import { useSingleKeys } from './useSingleKeys';

type Row = Data<'team.Team/getList'>['list'][number];

const MENU: readonly MenuEntry[] = [
  {
    path: '/teamList',
    title: 'menu.teamList',
    icon: 'cluster',
    pages: [{ path: '/teamList/index', title: 'menu.teamListIndex', icon: undefined, pages: [] }],
  },
  { path: '/site/index', title: 'menu.siteIndex', icon: 'setting', pages: [] },
  { path: '/rightsManagement/staff', title: 'menu.staff', icon: undefined, pages: [] },
];
const columns: readonly Column<Row>[] = [{ key: 'name', title: 'team.name', opens: true, render: (row) => row.name }];
const filters: readonly FilterOf<'team.Team/getList'>[] = [{ kind: 'text', key: 'keyword', label: 'team.keyword' }];
const actions: readonly Action<Row>[] = [
  { key: 'edit', label: 'team.edit', hotkey: 'e', to: (row) => `/teamList/addTeam?id=${row.id}` },
  {
    key: 'pause',
    label: 'team.console',
    hotkey: 'p',
    confirm: { text: (names) => `${names} will rest.` },
    call: post('team.Team/copy', (row: Row) => ({ id: row.id })),
    bulk: post('team.Team/bulk', (rows: readonly Row[]) => ({ ids: rows.map((row) => row.id), action: 'resume' })),
  },
];
const row = (id: number) => teamRow({ id, name: `Station ${id}`, actions: ['edit', 'pause'] });
const made = jest.fn();

/** Simulates the frame, which handles shortcuts even before the code of the palette is loaded. */
function Keys() {
  useSingleKeys(useOverlay() !== null);
  return null;
}

/** Simulates a page with the commands of a list and a record, and with the frame's commands. */
function Page({ hasPalette = true }: { readonly hasPalette?: boolean }) {
  return (
    <>
      <Keys />
      {hasPalette ? <CommandHost menu={MENU} /> : null}
      <ListPage<'team.Team/getList'>
        address="team.Team/getList"
        name="test"
        title="team.title"
        columns={columns}
        filters={filters}
        actions={actions}
        rowName={(item) => item.name}
        primary={<PageAction primary hotkey="n" label="team.create" run={made} />}
        empty={{ text: 'team.empty' }}
        detail={({ id, close, start }) => (
          <DetailDrawer
            query={{ data: row(id), error: null, isPending: false, isFetching: false, refetch: () => undefined }}
            title={(data) => data.name}
            actions={(data) => (
              <RowActions row={data} name={data.name} actions={actions} start={start} visible={3} buttons />
            )}
            tabs={() => [{ key: 'one', label: 'One', content: () => <input aria-label="Remark" /> }]}
            tab={null}
            onTab={() => undefined}
            onClose={close}
          />
        )}
      />
    </>
  );
}

type Group = Data<'common.Search/find'>['groups'][number];
const hit = (id: number, title: string): Group['hits'][number] => ({
  id,
  title,
  note: `CD${id}`,
  stateText: 'Paused',
  tone: 'info',
  at: null,
});
const groups = (text: string): Group[] =>
  text.includes('tian') ? [{ kind: 'team', hits: [hit(71, 'Tianfu'), hit(72, 'Old Tianfu')], more: true }] : [];

async function show(at = '/teamList/index', answers: Answers = {}) {
  const shown = await renderPage(<Page />, {
    at,
    answers: {
      'team.Team/getList': teamList([row(1), row(2)]),
      'common.Search/find': (call) => ({ groups: groups(call.query.text ?? '') }),
      ...answers,
    },
  });
  await screen.findByRole('link', { name: 'Station 1' });
  return shown;
}
const openPalette = async () => {
  act(() => showOverlay('palette'));
  return screen.findByRole('combobox', { name: /Find pages/ });
};
const options = () => screen.getAllByRole('option').map((option) => option.textContent ?? '');
const active = () => screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true');

beforeEach(() => {
  made.mockClear();
  localStorage.clear();
});
afterEach(async () => {
  act(() => showOverlay(null));
  // Wait for the navigation back. If it happened later, it would leave the page of the next test.
  await waitFor(() => expect(window.location.search).not.toContain('palette='));
});

test('a page is found by its name or its address and opened, by keyboard alone', async () => {
  const user = userEvent.setup();
  const shown = await show();
  const field = await openPalette();
  expect(field).toHaveFocus();
  await user.keyboard('rights staff');
  await waitFor(() => expect(active()).toHaveTextContent('Staff'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(shown.history.location.pathname).toBe('/rightsManagement/staff'));
  expect(screen.queryByRole('dialog', { name: 'Command palette' })).not.toBeInTheDocument();
});

test('arrow keys wrap around all groups, and the field references the active option', async () => {
  const user = userEvent.setup();
  await show();
  const field = await openPalette();
  const all = screen.getAllByRole('option');
  expect(field).toHaveAttribute('aria-activedescendant', all[0]?.id);
  await user.keyboard('{ArrowUp}');
  expect(field).toHaveAttribute('aria-activedescendant', all.at(-1)?.id);
  expect(field).toHaveFocus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(field).toHaveAttribute('aria-activedescendant', all[1]?.id);
  await user.tab();
  expect(field).toHaveFocus();
});

test('records from the server are listed by kind, and the last entry leads to all of them', async () => {
  const user = userEvent.setup();
  const shown = await show();
  await openPalette();
  await user.keyboard('tian');
  const group = await screen.findByRole('group', { name: 'Stations' });
  expect(within(group).getAllByRole('option')).toHaveLength(3);
  await user.click(within(group).getByRole('option', { name: /everything with “tian”/ }));
  await waitFor(() => expect(shown.history.location.search).toBe('?keyword=tian'));
  await openPalette();
  await user.keyboard('tian');
  await user.click(await screen.findByRole('option', { name: /Old Tianfu/ }));
  await waitFor(() => expect(shown.history.location.search).toBe('?open=72'));
});

test('Enter before the answer picks the first hit when it arrives', async () => {
  const user = userEvent.setup();
  const shown = await show();
  await openPalette();
  await user.keyboard('tianf{Enter}');
  await waitFor(() => expect(shown.history.location.search).toBe('?open=71'));
});

test('Enter before the answer opens the only record of that answer, whatever the previous answer contained', async () => {
  const user = userEvent.setup();
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const shown = await show('/teamList/index', {
    'common.Search/find': async ({ query }) => {
      if (query.text === 'tian') return { groups: groups('tian') };
      await isAsked;
      return { groups: [{ kind: 'team', hits: [hit(9, 'Tiantan North')], more: false }] };
    },
  });
  await openPalette();
  await user.keyboard('tian');
  await screen.findByRole('option', { name: /everything with “tian”/ });
  await user.keyboard('tan{Enter}');
  answer();
  await waitFor(() => expect(shown.history.location.search).toBe('?open=9'));
});

describe('searching while the user types', () => {
  const realTimeout = setTimeout;
  type Found = Data<'common.Search/find'>;
  const pending = new Map<string, (answer: Found) => void>();
  const slow: Answers = {
    'common.Search/find': (call) => new Promise<Found>((resolve) => pending.set(call.query.text ?? '', resolve)),
  };
  /** Advances the time and gives pending promises five turns of the event loop. */
  const pass = (ms: number) =>
    act(async () => {
      jest.advanceTimersByTime(ms);
      for (let turn = 0; turn < 5; turn += 1) {
        await new Promise((resolve) => realTimeout(resolve));
        jest.advanceTimersByTime(0);
      }
    });
  const answer = (text: string, title: string) => {
    pending.get(text)?.({ groups: [{ kind: 'team', hits: [hit(title.length, title)], more: false }] });
    return pass(0);
  };
  async function start() {
    pending.clear();
    const shown = await show('/teamList/index', slow);
    const field = await openPalette();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    const type = (value: string) => act(async () => void fireEvent.change(field, { target: { value } }));
    const asked = () => shown.to('common.Search/find').map(({ query }) => query.text);
    return { shown, type, asked };
  }
  afterEach(() => jest.useRealTimers());

  test('the first letter is searched at once, further letters after a pause, and the outdated call is aborted', async () => {
    const { shown, type, asked } = await start();
    await type('t');
    await pass(0);
    expect(asked()).toEqual(['t']);
    await type('ti');
    await pass(60);
    await type('tia');
    await pass(60);
    expect(asked()).toEqual(['t']);
    await pass(60);
    expect(asked()).toEqual(['t', 'tia']);
    const [first, second] = shown.to('common.Search/find');
    expect([first?.signal?.aborted, second?.signal?.aborted]).toEqual([true, false]);
    expect(screen.queryByText('network error')).not.toBeInTheDocument();
  });

  test('an older answer never replaces a newer one', async () => {
    const { type, asked } = await start();
    await type('tia');
    await pass(0);
    await type('tian');
    await pass(200);
    expect(asked()).toEqual(['tia', 'tian']);
    await answer('tian', 'Tianfu');
    expect(screen.getByRole('option', { name: /Tianfu/ })).toBeInTheDocument();
    await answer('tia', 'Tiananmen');
    expect(screen.queryByRole('option', { name: /Tiananmen/ })).not.toBeInTheDocument();
    expect(screen.getByRole('option', { name: /Tianfu/ })).toBeInTheDocument();
  });

  test('during a call the next text is searched after a pause; once the call and the pause are over, it is searched at once', async () => {
    const { type, asked } = await start();
    await type('t');
    await pass(200);
    await type('ti');
    await pass(0);
    expect(asked()).toEqual(['t']);
    await pass(200);
    await answer('ti', 'Tianfu');
    await type('tia');
    await pass(0);
    expect(asked()).toEqual(['t', 'ti', 'tia']);
  });

  test('pages and actions are listed without waiting for the server', async () => {
    const { type } = await start();
    await type('staff');
    expect(active()).toHaveTextContent('Staff');
    await type('staffx');
    expect(screen.queryAllByRole('option')).toEqual([]);
  });
});

test('an empty result names what was searched, and Enter repeats a failed search', async () => {
  const user = userEvent.setup();
  const shown = await show();
  const field = await openPalette();
  await user.keyboard('zzzz');
  expect(await screen.findByText('Nothing found for “zzzz”')).toBeInTheDocument();
  expect(field).toHaveAttribute('aria-expanded', 'false');
  shown.answer('common.Search/find', refusal(50001, 'System busy'));
  await user.clear(field);
  await user.keyboard('qqqq');
  expect(await screen.findByRole('option', { name: /The search failed/ })).toBeInTheDocument();
  shown.answer('common.Search/find', { groups: [{ kind: 'team', hits: [hit(9, 'Qqqq')], more: false }] });
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('option', { name: /Qqqq/ })).toBeInTheDocument();
});

test('actions of the page and of the selected rows are in the palette, and run like their buttons', async () => {
  const user = userEvent.setup();
  await show();
  await user.click(screen.getByRole('checkbox', { name: 'Select Station 2' }));
  await openPalette();
  expect(options().some((text) => text.startsWith('Add station'))).toBe(true);
  const chosen = screen.getByRole('group', { name: 'Selected records' });
  await user.click(within(chosen).getByRole('option'));
  expect(await screen.findByText('Station 2 will rest.')).toBeInTheDocument();
});

test('the palette and the keys act on an open record, not on the list under it', async () => {
  const user = userEvent.setup();
  const shown = await show('/teamList/index?open=2');
  await openPalette();
  const group = screen.getByRole('group', { name: 'This record' });
  expect(within(group).getByRole('option', { name: /Station 2.*E/ })).toBeInTheDocument();
  expect(screen.queryByRole('option', { name: /Refresh/ })).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
  await user.keyboard('n');
  expect(made).not.toHaveBeenCalled();
  await user.type(screen.getByRole('textbox', { name: 'Remark' }), 'e');
  expect(shown.history.location.pathname).toBe('/teamList/index');
  act(() => (document.activeElement as HTMLElement).blur());
  await user.keyboard('e');
  await waitFor(() => expect(shown.history.location.pathname).toBe('/teamList/addTeam'));
});

test('a native dialog keeps the keyboard like any other dialog', async () => {
  const user = userEvent.setup();
  await show();
  const dialog = document.createElement('dialog');
  dialog.open = true;
  document.body.append(dialog);
  await user.keyboard('n');
  expect(made).not.toHaveBeenCalled();
  dialog.remove();
  await user.keyboard('n');
  expect(made).toHaveBeenCalledTimes(1);
});

test('Escape closes the palette and leaves the drawer under it open', async () => {
  const user = userEvent.setup();
  const shown = await show('/teamList/index?open=2');
  await openPalette();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /Find pages/ })).not.toBeInTheDocument());
  expect(shown.history.location.search).toBe('?open=2');
});

test('the address holds the palette and its text: Back closes the palette, Forward and a link open it with the text', async () => {
  const user = userEvent.setup();
  const shown = await show('/teamList/index?status=paused');
  const lists = shown.to('team.Team/getList').length;
  await openPalette();
  await waitFor(() => expect(shown.history.location.search).toBe('?status=paused&palette='));
  await user.keyboard('tian');
  await waitFor(() => expect(shown.history.location.search).toBe('?status=paused&palette=tian'));
  act(() => shown.history.back());
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /Find pages/ })).not.toBeInTheDocument());
  expect(shown.history.location.search).toBe('?status=paused');
  act(() => window.history.forward());
  expect(await screen.findByRole('combobox', { name: /Find pages/ })).toHaveValue('tian');
  // The palette has not caused another load of the list.
  expect(shown.to('team.Team/getList')).toHaveLength(lists);
  await user.click(await screen.findByRole('option', { name: /^Old Tianfu/ }));
  await waitFor(() => expect(shown.history.location.search).toBe('?open=72'));
  act(() => shown.history.back());
  await waitFor(() => expect(shown.history.location.search).toBe('?status=paused'));
});

test('the palette opens before the address changes; closing it at once adds no history entry, and Back works as before', async () => {
  const user = userEvent.setup();
  const shown = await show('/teamList/index?status=paused');
  await openPalette();
  expect(shown.history.location.search).toBe('?status=paused');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /Find pages/ })).not.toBeInTheDocument());
  act(() => shown.history.push('/teamList/index?status=open'));
  await openPalette();
  act(() => shown.history.back());
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /Find pages/ })).not.toBeInTheDocument());
  expect(shown.history.location.search).toBe('?status=paused');
});

test('letters typed while the code of the palette loads are in its field', async () => {
  await renderPage(<PaletteButton menu={MENU} />, {
    answers: { 'common.Search/find': (call) => ({ groups: groups(call.query.text ?? '') }) },
  });
  const press = (key: string, more = {}) => fireEvent.keyDown(window, { key, ...more });
  press('k', { ctrlKey: true });
  for (const key of ['t', 'i', 'x', 'Backspace', 'a', 'n']) expect(press(key)).toBe(false);
  const field = await screen.findByRole('combobox', { name: /Find pages/ });
  expect(field).toHaveValue('tian');
  expect(field).toHaveFocus();
  expect(await screen.findByRole('option', { name: /^Old Tianfu/ })).toBeInTheDocument();
});

test('a page that replaces its own address leaves the newly opened palette open', async () => {
  const shown = await show('/teamList/index?status=paused');
  await openPalette();
  act(() => shown.history.replace('/teamList/index'));
  expect(screen.getByRole('combobox', { name: /Find pages/ })).toHaveFocus();
  await waitFor(() => expect(shown.history.location.search).toBe('?palette='));
});

test('a link to the palette opens it with its text; closing it removes its parameter from the address', async () => {
  const user = userEvent.setup();
  const shown = await show('/teamList/index?palette=tian');
  expect(await screen.findByRole('combobox', { name: /Find pages/ })).toHaveValue('tian');
  expect(await screen.findByRole('option', { name: /^Old Tianfu/ })).toBeInTheDocument();
  await user.keyboard('{Escape}{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /Find pages/ })).not.toBeInTheDocument());
  expect([shown.history.location.pathname, shown.history.location.search]).toEqual(['/teamList/index', '']);
});

test('keys: n creates, j and k move through the rows, a letter acts on the focused row, g and a letter open a page', async () => {
  const user = userEvent.setup();
  const shown = await show();
  await user.keyboard('n');
  expect(made).toHaveBeenCalledTimes(1);
  await user.keyboard('jj');
  expect(screen.getByRole('link', { name: 'Station 2' })).toHaveFocus();
  await user.keyboard('k');
  expect(screen.getByRole('link', { name: 'Station 1' })).toHaveFocus();
  await user.keyboard('p');
  expect(await screen.findByText('Station 1 will rest.')).toBeInTheDocument();
  await user.keyboard('n');
  expect(made).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText('Station 1 will rest.')).not.toBeInTheDocument());
  await user.keyboard('gt');
  await waitFor(() => expect(shown.history.location.pathname).toBe('/site/index'));
});

test('keys work as soon as the rows are shown, before the code of the palette is loaded', async () => {
  const user = userEvent.setup();
  await renderPage(<Page hasPalette={false} />, {
    at: '/teamList/index',
    answers: { 'team.Team/getList': teamList([row(1), row(2)]) },
  });
  await screen.findByRole('link', { name: 'Station 1' });
  await user.keyboard('jj');
  expect(screen.getByRole('link', { name: 'Station 2' })).toHaveFocus();
});

test('keys typed in a field, in an input method or with a modifier are left alone', async () => {
  const user = userEvent.setup();
  const shown = await show();
  await user.keyboard('/');
  expect(screen.getByRole('textbox', { name: 'Keyword' })).toHaveFocus();
  await user.keyboard('n/gs');
  expect(screen.getByRole('textbox', { name: 'Keyword' })).toHaveValue('n/gs');
  act(() => (document.activeElement as HTMLElement).blur());
  fireEvent.keyDown(document.body, { key: 'n', isComposing: true });
  fireEvent.keyDown(document.body, { key: 'n', keyCode: 229 });
  fireEvent.keyDown(document.body, { key: 'n', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: 'n', repeat: true });
  expect(made).not.toHaveBeenCalled();
  expect(shown.history.location.pathname).toBe('/teamList/index');
});

test('the sheet lists every key that works here, and its switch disables single-letter keys permanently', async () => {
  const user = userEvent.setup();
  const shown = await show();
  await user.keyboard('?');
  const sheet = await screen.findByText('Keyboard shortcuts', { selector: '.ant-modal-title' });
  const dialog = sheet.closest<HTMLElement>('[role=dialog]') ?? document.body;
  for (const name of ['Add station', 'Refresh', 'Next row', 'Station list', 'Edit']) {
    expect(within(dialog).getByText(name)).toBeInTheDocument();
  }
  await user.click(within(dialog).getByRole('checkbox', { name: /Use single-key shortcuts/ }));
  await waitFor(() => expect(shown.to('common.Preference/save')[0]?.body).toEqual({ key: 'singleKeys', value: false }));
  await user.click(within(dialog).getByRole('button', { name: /Close/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.keyboard('n');
  expect(made).not.toHaveBeenCalled();
});

test('the sheet reports that the choice of single-key shortcuts could not be loaded, and Retry loads it', async () => {
  const user = userEvent.setup();
  let isBroken = true;
  await show('/teamList/index', {
    'common.Preference/getAll': () => (isBroken ? refusal(50001, 'System busy') : { values: { singleKeys: true } }),
  });
  showOverlay('keys');
  const choice = await screen.findByRole('checkbox', { name: /Use single-key shortcuts/ });
  expect(await screen.findByText(/could not be loaded/)).toBeInTheDocument();
  expect(choice).toBeDisabled();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(choice).toBeEnabled());
  expect(choice).toBeChecked();
  showOverlay(null);
});

test('a reopened palette is reset: its field is empty, and the last place is listed', async () => {
  const user = userEvent.setup();
  const shown = await show();
  const first = await openPalette();
  await user.type(first, 'rights');
  expect(first).toHaveValue('rights');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('gt');
  await waitFor(() => expect(shown.history.location.pathname).toBe('/site/index'));
  await user.keyboard('gs');
  await waitFor(() => expect(shown.history.location.pathname).toBe('/teamList/index'));
  const again = await openPalette();
  expect(again).toHaveValue('');
  expect(again).toHaveFocus();
  const recent = screen.getByRole('group', { name: 'Recent' });
  expect(within(recent).getByRole('option', { name: /Site settings/ })).toBeVisible();
});

test('an action of a record asks for the record, opens it and starts', async () => {
  const user = userEvent.setup();
  const shown = await show();
  await openPalette();
  await user.keyboard('pause station');
  await waitFor(() => expect(active()).toHaveTextContent('Pause station'));
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('combobox', { name: 'Pause station: choose from Stations' })).toHaveFocus();
  await user.keyboard('tian');
  await waitFor(() => expect(active()).toHaveTextContent('Tianfu'));
  // Only records that the action accepts are offered: no pages, and no link to the list.
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual(['Stations']);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(shown.history.location.search).toBe('?open=71'));
  expect(await screen.findByText('Station 71 will rest.')).toBeVisible();
});

test('Backspace in the empty field for a record returns to the full search', async () => {
  const user = userEvent.setup();
  await show();
  await openPalette();
  await user.keyboard('pause station{Enter}');
  await screen.findByRole('combobox', { name: 'Pause station: choose from Stations' });
  await user.keyboard('{Backspace}');
  expect(await screen.findByRole('combobox', { name: /Find pages/ })).toHaveFocus();
});

test('an action of a list row opens the list and explains where to find the action', async () => {
  const user = userEvent.setup();
  const shown = await show();
  await openPalette();
  await user.keyboard('reverse bill');
  await waitFor(() => expect(active()).toHaveTextContent(/Reverse/));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(shown.history.location.pathname).toBe('/financial/bill'));
  expect(await screen.findByText(/Choose a row of the list, then “Reverse”/)).toBeVisible();
});

test('sections of the manual are found by their text', async () => {
  const user = userEvent.setup();
  await show();
  await openPalette();
  await user.keyboard('authenticator');
  const group = await screen.findByRole('group', { name: 'Manual' });
  expect(within(group).getByRole('option', { name: /Account information/ })).toBeVisible();
});

test('recent places are first, records with their names', async () => {
  const user = userEvent.setup();
  const shown = await show('/teamList/index?open=2');
  await user.keyboard('gt');
  await waitFor(() => expect(shown.history.location.pathname).toBe('/site/index'));
  await openPalette();
  const recent = screen.getByRole('group', { name: 'Recent' });
  expect(
    within(recent)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(expect.arrayContaining([expect.stringContaining('Station 2'), expect.stringContaining('Station list')]));
});

test('words match anywhere, without accents, and names that start with the text are first', () => {
  expect(fitOf('são', 'Sao Paulo')).toBe(4);
  expect(fitOf('paulo sao', 'São Paulo')).toBe(3);
  expect(fitOf('aul', 'São Paulo')).toBe(2);
  expect(fitOf('x', 'São Paulo')).toBe(0);
  expect(fitOf('staff', '员工管理', ' /rights Management /staff')).toBe(1);
  expect(best(['ab', 'ba', 'b'], (name) => fitOf('b', name), 2)).toEqual(['ba', 'b']);
});

test('any character may be typed: names that start with the text rank first, then names with such a word', () => {
  for (const sign of ['<svg', '(', '[a', '\\', '*', '$1', '.+', '🚚']) {
    expect(fitOf(sign, `${sign} first`)).toBe(4);
    expect(fitOf(sign, `North ${sign}`)).toBe(3);
    expect(fitOf(sign, `North${sign}`)).toBe(2);
    expect(fitOf(sign, 'North')).toBe(0);
  }
  expect(fitOf('station', 'Northstation, station')).toBe(3);
});
