import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useData } from '@/app/request/useData';
import { PromptHost } from '../calls/PromptHost';
import { InModal } from '../library/Modal';
import { type Answers, dialogTitled, refusal, renderPage, type SentCall } from '../testing';
import { EntityForm } from '.';
import type { FieldGroup } from './types';

interface Values extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly fee: number | null;
  readonly withNote: boolean;
  readonly note: string;
}
const initial: Values = { name: 'Tianfu', fee: 1_250, withNote: false, note: '' };
const groups: readonly FieldGroup<Values>[] = [
  {
    key: 'all',
    fields: [
      { kind: 'text', name: 'name', label: 'team.name', required: true, min: 2, max: 30 },
      { kind: 'money', name: 'fee', label: 'operation.surcharge', minFen: 0, maxFen: 2_000, required: true },
      { kind: 'switch', name: 'withNote', label: 'operation.notice' },
      {
        kind: 'text',
        name: 'note',
        label: 'team.reason',
        required: true,
        when: (values) => values.withNote === true,
        secret: true,
      },
    ],
  },
];
const form = (more: { readonly reload?: () => Promise<{ values: Values; version: number }> } = {}) => (
  <>
    <EntityForm<'team.Team/update', Values>
      formKey="test.4"
      initial={initial}
      groups={groups}
      version={3}
      address="team.Team/update"
      toInput={({ values, changed, confirmed, version }) => ({
        id: 4,
        version,
        values: { name: values.name, ...('fee' in changed ? { platformFixedFen: values.fee } : {}) },
        confirmOverlap: confirmed,
      })}
      submit={(values) => `Save ${values.name}`}
      onDone={() => undefined}
      {...more}
    />
    <PromptHost />
  </>
);
const done = { id: 4, state: 'operating', stateText: 'Operating', version: 4, message: 'Saved' };
const show = (answer: Answers['team.Team/update'] = done, more: Parameters<typeof form>[0] = {}) =>
  renderPage(form(more), { at: '/edit', answers: { 'team.Team/update': answer } });
const nameField = () => screen.findByLabelText(/Station/);
const save = () => screen.getByRole('button', { name: /Save/ });

beforeEach(() => localStorage.clear());

test('labels are above the fields, empty required fields are reported, and the first invalid field gets the focus', async () => {
  const user = userEvent.setup();
  const shown = await show();
  const field = await nameField();
  await user.clear(field);
  await user.click(save());
  expect(await screen.findByText('Please input Station')).toBeInTheDocument();
  expect(field).toHaveFocus();
  expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(shown.to('team.Team/update')).toHaveLength(0);
});

test('a form in a dialog opens with the focus in its first field, a form on a page leaves the focus where it is', async () => {
  await show();
  expect(await nameField()).not.toHaveFocus();
  cleanup();
  await renderPage(
    <InModal value={true}>
      <div role="dialog" aria-label="Edit">
        {form()}
      </div>
    </InModal>,
    { at: '/edit', answers: { 'team.Team/update': done } },
  );
  expect(await nameField()).toHaveFocus();
});

test('money is typed in yuan and sent in fen, with the version', async () => {
  const user = userEvent.setup();
  const shown = await show();
  const fee = await screen.findByLabelText(/Surcharge/);
  expect(fee).toHaveValue('12.50');
  await user.clear(fee);
  await user.type(fee, '19.9');
  await user.click(save());
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  expect(shown.to('team.Team/update')[0]?.body).toEqual({
    id: 4,
    version: 3,
    values: { name: 'Tianfu', platformFixedFen: 1_990 },
    confirmOverlap: false,
  });
});

function Reads() {
  useData('team.Team/getDefaults', {});
  useData('dashboard.Index/getQuickLinks', {});
  useData('export.Task/getList', {});
  return null;
}

test('after saving, only data of its area and the figures are read again', async () => {
  const user = userEvent.setup();
  const shown = await renderPage(
    <>
      <Reads />
      {form()}
    </>,
    { at: '/edit', answers: { 'team.Team/update': done } },
  );
  const reads = () =>
    (['team.Team/getDefaults', 'dashboard.Index/getQuickLinks', 'export.Task/getList'] as const).map(
      (address) => shown.to(address).length,
    );
  await nameField();
  await waitFor(() => expect(reads()).toEqual([1, 1, 1]));
  await user.click(save());
  await waitFor(() => expect(reads()).toEqual([2, 2, 1]));
});

test('an invalid, too precise or out-of-range amount is rejected at its field', async () => {
  const user = userEvent.setup();
  await show();
  const fee = await screen.findByLabelText(/Surcharge/);
  const type = async (text: string) => {
    await user.clear(fee);
    await user.type(fee, text);
    await user.tab();
  };
  await type('abc');
  expect(await screen.findByText('Surcharge must be a number')).toBeInTheDocument();
  await type('1.234');
  expect(await screen.findByText('Surcharge allows at most 2 decimals')).toBeInTheDocument();
  await type('20.01');
  expect(await screen.findByText('Surcharge must be between 0.00 and 20.00')).toBeInTheDocument();
});

test('a conditional field is shown with its condition, and is not checked before', async () => {
  const user = userEvent.setup();
  await show();
  await nameField();
  expect(screen.queryByLabelText(/Reason/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('switch'));
  expect(await screen.findByLabelText(/Reason/)).toBeInTheDocument();
});

test('the refusals of the server are shown at their fields', async () => {
  const user = userEvent.setup();
  const errors = [{ field: 'values.name', rule: 'unique', message: 'Station already exists' }];
  await show(refusal(40001, 'Invalid parameters', { errors }));
  await nameField();
  await user.click(save());
  expect(await screen.findByText('Station already exists')).toBeInTheDocument();
  expect(await nameField()).toHaveFocus();
});

test('a retry without an answer keeps its idempotency key; after a refusal the key is new', async () => {
  const user = userEvent.setup();
  const shown = await show(refusal(42201, 'Not allowed'));
  await nameField();
  const answered = globalThis.fetch;
  const keys: (string | null)[] = [];
  globalThis.fetch = async (_input, init) => {
    keys.push(new Headers(init?.headers).get('Idempotency-Key'));
    throw new TypeError('network');
  };
  await user.click(save());
  expect(await screen.findByText('What you entered is kept.')).toBeInTheDocument();
  globalThis.fetch = answered;
  await user.click(save());
  expect(await screen.findByText('Not allowed')).toBeInTheDocument();
  await user.click(save());
  await waitFor(() => expect(shown.to('team.Team/update')).toHaveLength(2));
  const [second, third] = shown.to('team.Team/update').map((call) => call.headers.get('Idempotency-Key'));
  expect(second).toBe(keys[0]);
  expect(third).not.toBe(second);
});

const changedByLi = ({ body }: SentCall<'team.Team/update'>) =>
  body.version === 5 ? done : refusal(40901, 'Changed', { current: null, changedBy: 'Li Na', changedAt: null });
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

test('a conflict shows the opened value, mine and theirs, merges one-sided changes, and lets the user choose the others', async () => {
  const user = userEvent.setup();
  const shown = await show(changedByLi, {
    reload: async () => ({ values: { ...initial, name: 'Jinjiang', withNote: true, note: 'wet' }, version: 5 }),
  });
  const field = await nameField();
  await user.clear(field);
  await user.type(field, 'Wuhou');
  const fee = screen.getByLabelText(/Surcharge/);
  await user.clear(fee);
  await user.type(fee, '19.9');
  await user.click(save());
  expect(await screen.findByText(/By Li Na/)).toBeInTheDocument();
  expect(cellsOf(await screen.findByRole('row', { name: /Station/ }))).toEqual(['Tianfu', 'Wuhou', 'Jinjiang']);
  expect(cellsOf(screen.getByRole('row', { name: /Surcharge/ }))).toEqual(['12.50', '19.90', '12.50']);
  // The other user changed the switch and the note, and I changed the fee. Only one user changed each of these three fields. The form
  // preselects the value of the user who changed the field.
  expect(screen.getByRole('radio', { name: 'Surcharge: Mine' })).toBeChecked();
  expect(screen.getAllByRole('radio', { name: /: Theirs/, checked: true })).toHaveLength(2);
  const settle = screen.getByRole('button', { name: 'Save these values' });
  expect(settle).toBeDisabled();
  expect(screen.getByText('1 still to choose')).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Station: Theirs' }));
  await user.click(settle);
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  expect(shown.to('team.Team/update')[1]?.body).toMatchObject({
    version: 5,
    values: { name: 'Jinjiang', platformFixedFen: 1_990 },
  });
});

test('one press chooses all of the user’s own values, and the form stays open for editing before saving', async () => {
  const user = userEvent.setup();
  const shown = await show(changedByLi, {
    reload: async () => ({ values: { ...initial, name: 'Jinjiang' }, version: 5 }),
  });
  const field = await nameField();
  await user.type(field, ' North');
  await user.click(save());
  await user.click(await screen.findByRole('button', { name: 'Use all mine' }));
  await user.click(screen.getByRole('button', { name: 'Apply and keep editing' }));
  expect(await nameField()).toHaveValue('Tianfu North');
  expect(shown.to('team.Team/update')).toHaveLength(1);
  await user.click(save());
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  expect(shown.to('team.Team/update')[1]?.body).toMatchObject({ version: 5, values: { name: 'Tianfu North' } });
});

test('leaving with changes asks first, and staying keeps the changes', async () => {
  const user = userEvent.setup();
  const shown = await show();
  await user.type(await nameField(), 'x');
  act(() => shown.history.push('/elsewhere'));
  const dialog = await dialogTitled('Leave this page?');
  expect(shown.history.location.pathname).toBe('/edit');
  await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
  expect(await nameField()).toHaveValue('Tianfux');
  act(() => shown.history.push('/elsewhere'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(shown.history.location.pathname).toBe('/elsewhere'));
});

test('a form with changes also asks before another query of the same page closes it', async () => {
  const user = userEvent.setup();
  const shown = await show();
  await user.type(await nameField(), 'x');
  act(() => shown.history.push('/edit'));
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => shown.history.push('/edit?tab=other'));
  const dialog = await dialogTitled('Leave this page?');
  expect(shown.history.location.search).toBe('');
  await user.click(within(dialog).getByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(shown.history.location.search).toBe('?tab=other'));
});

test('closing the tab with changes triggers the browser’s question; without changes it does not', async () => {
  const user = userEvent.setup();
  await show();
  const field = await nameField();
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  await user.type(field, 'x');
  await waitFor(() => expect(leave()).toBe(true));
});

const kept = (of = '7:test.4') =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(`multistation-draft:${of}`))
    .map((name) => String(localStorage.getItem(name)));
/** Stores a draft as if an earlier visit had written it. */
const keep = (owner: string, more: object) =>
  localStorage.setItem(`multistation-draft:${owner}`, JSON.stringify({ at: 1_772_337_000_000, values: {}, ...more }));

test('a draft is offered later to the same user, without secrets, and is removed after saving', async () => {
  const user = userEvent.setup();
  keep('7:test.4', { values: { name: 'Wuhou' } });
  keep('8:test.4', { values: { name: 'Other' } });
  await show();
  expect(screen.queryByText(/Other/)).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await nameField()).toHaveValue('Wuhou');
  await user.click(screen.getByRole('switch'));
  await user.type(await screen.findByLabelText(/Reason/), 'secret');
  await waitFor(() => expect(kept().join()).toContain('withNote'));
  expect(kept().join()).not.toContain('secret');
  await user.click(save());
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  await waitFor(() => expect(kept()).toHaveLength(0));
  expect(kept('8:test.4').join()).toContain('Other');
});

test('a second opening of the form has its own draft, so that neither overwrites the other', async () => {
  const user = userEvent.setup();
  keep('7:test.4~other-tab', { values: { name: 'Wuhou' } });
  await show();
  await user.type(await nameField(), ' East');
  await waitFor(() => expect(kept().join()).toContain('Tianfu East'));
  expect(kept()).toHaveLength(2);
  expect(kept().join()).toContain('Wuhou');
});

test('a draft that another tab writes for the same form is offered at once', async () => {
  await show();
  await nameField();
  keep('7:test.4~other-tab', { values: { name: 'Wuhou' } });
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'multistation-draft:7:test.4~other-tab' })));
  expect(await screen.findByText(/You have an unfinished form/)).toBeInTheDocument();
});

test('a draft from before an update restores the fields that still exist, and shows how many are lost', async () => {
  const user = userEvent.setup();
  keep('7:test.4', {
    values: { name: 'Wuhou', fee: true, gone: 'x' },
    kinds: { name: 'text', fee: 'switch', gone: 'text' },
  });
  await show();
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await nameField()).toHaveValue('Wuhou');
  expect(screen.getByLabelText(/Surcharge/)).toHaveValue('12.50');
  expect(screen.getByText(/2 fields no longer exist/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(await nameField()).toHaveValue('Tianfu');
});

test('a draft of a changed object is merged, and fields that both changed need a choice', async () => {
  const user = userEvent.setup();
  keep('7:test.4', {
    values: { name: 'Wuhou', fee: 900 },
    base: { name: 'Qingyang', fee: 1_250 },
    version: 2,
  });
  await show();
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(cellsOf(await screen.findByRole('row', { name: /Station/ }))).toEqual(['Qingyang', 'Wuhou', 'Tianfu']);
  expect(screen.getByRole('radio', { name: 'Surcharge: Mine' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Station: Theirs' }));
  await user.click(screen.getByRole('button', { name: 'Apply and keep editing' }));
  expect(await nameField()).toHaveValue('Tianfu');
  expect(screen.getByLabelText(/Surcharge/)).toHaveValue('9.00');
});

test('a call without an answer is repeated with the same key, also after the page was closed', async () => {
  const user = userEvent.setup();
  const shown = await show();
  await user.type(await nameField(), ' East');
  const answered = globalThis.fetch;
  let lost: string | null = null;
  globalThis.fetch = async (_input, init) => {
    lost = new Headers(init?.headers).get('Idempotency-Key');
    throw new TypeError('network');
  };
  await user.click(save());
  expect(await screen.findByText('What you entered is kept.')).toBeInTheDocument();
  globalThis.fetch = answered;
  expect(lost).toMatch(/^[\w-]{8,64}$/);
  await waitFor(() => expect(kept().join()).toContain(String(lost)));
  act(() => shown.history.push('/elsewhere'));
  cleanup();

  const again = await show();
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await user.click(save());
  await waitFor(() => expect(again.to('team.Team/update')).toHaveLength(1));
  expect(again.to('team.Team/update')[0]?.headers.get('Idempotency-Key')).toBe(lost);
});
