import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CallHost } from '../calls/Host';
import { dialogTitled, refusal, renderPage, type SentCall } from '../testing';
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
    <CallHost />
  </>
);
const done = { id: 4, state: 'operating', stateText: 'Operating', version: 4, message: 'Saved' };
const show = (answer: object | ((call: SentCall) => object) = done, more: Parameters<typeof form>[0] = {}) =>
  renderPage(form(more), { at: '/edit', answers: { 'team.Team/update': answer } });
const nameField = () => screen.findByLabelText(/Station/);
const save = () => screen.getByRole('button', { name: /Save/ });

beforeEach(() => localStorage.clear());

test('labels stand above, required fields are asked for, and the first wrong one has the focus', async () => {
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

test('an amount that is none, too precise or out of range is refused at its field', async () => {
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

test('a field appears with what it depends on and is not checked before', async () => {
  const user = userEvent.setup();
  await show();
  await nameField();
  expect(screen.queryByLabelText(/Reason/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('switch'));
  expect(await screen.findByLabelText(/Reason/)).toBeInTheDocument();
});

test("the server's refusals stand at their fields", async () => {
  const user = userEvent.setup();
  const errors = [{ field: 'values.name', rule: 'unique', message: 'Station already exists' }];
  await show(refusal(40001, 'Invalid parameters', { errors }));
  await nameField();
  await user.click(save());
  expect(await screen.findByText('Station already exists')).toBeInTheDocument();
  expect(await nameField()).toHaveFocus();
});

test('a repeated send after no answer keeps its idempotency key, after a refusal it gets another', async () => {
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

test('a conflict shows the differences field by field, and mine may be sent on top of theirs', async () => {
  const user = userEvent.setup();
  const shown = await show(
    (call) =>
      (call.body as { version: number }).version === 5
        ? done
        : refusal(40901, 'Changed', { current: null, changedBy: 'Li Na', changedAt: null }),
    { reload: async () => ({ values: { ...initial, name: 'Jinjiang' }, version: 5 }) },
  );
  const field = await nameField();
  await user.clear(field);
  await user.type(field, 'Wuhou');
  await user.click(save());
  await user.click(await screen.findByRole('button', { name: 'Show differences' }));
  const line = screen.getByRole('row', { name: /Station/ });
  expect(
    within(line)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Wuhou', 'Jinjiang']);
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  expect(await nameField()).toHaveValue('Wuhou');
  await user.click(save());
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  expect(shown.to('team.Team/update')[1]?.body).toMatchObject({ version: 5, values: { name: 'Wuhou' } });
});

test('leaving with changes asks first, and staying keeps them', async () => {
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

test('closing the tab with changes is held up, without changes it is not', async () => {
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

test('what was typed is offered back later to the same person, without secrets, and goes after a success', async () => {
  const user = userEvent.setup();
  localStorage.setItem(
    'multistation-draft:7:test.4',
    JSON.stringify({ at: 1_772_337_000_000, values: { name: 'Wuhou' } }),
  );
  localStorage.setItem(
    'multistation-draft:8:test.4',
    JSON.stringify({ at: 1_772_337_000_000, values: { name: 'Other' } }),
  );
  await show();
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(await nameField()).toHaveValue('Wuhou');
  await user.click(screen.getByRole('switch'));
  await user.type(await screen.findByLabelText(/Reason/), 'secret');
  await waitFor(() => expect(localStorage.getItem('multistation-draft:7:test.4')).toContain('withNote'), {
    timeout: 3_000,
  });
  expect(localStorage.getItem('multistation-draft:7:test.4')).not.toContain('secret');
  await user.click(save());
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  await waitFor(() => expect(localStorage.getItem('multistation-draft:7:test.4')).toBeNull());
  expect(localStorage.getItem('multistation-draft:8:test.4')).toContain('Other');
});
