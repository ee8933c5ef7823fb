import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, refusal, renderPage } from '../testing';
import { EntityForm } from '.';
import type { FieldGroup } from './types';
import { useEntitySubmission } from './useEntitySubmission';
import { useFields } from './useFields';

interface Values extends Readonly<Record<string, unknown>> {
  readonly name: string;
}
const groups: readonly FieldGroup<Values>[] = [
  { key: 'all', fields: [{ kind: 'text', name: 'name', label: 'team.name', required: true, max: 30 }] },
];
const user = userEvent.setup();
const show = (answer: Answers['team.Team/update'], draft: boolean) =>
  renderPage(
    <EntityForm<'team.Team/update', Values>
      formKey="test.4"
      initial={{ name: 'Tianfu' }}
      groups={groups}
      version={3}
      address="team.Team/update"
      toInput={({ values, confirmed, version }) => ({
        id: 4,
        version,
        values: { name: values.name },
        confirmOverlap: confirmed,
      })}
      submit={() => 'Save'}
      onDone={() => undefined}
      draft={draft}
    />,
    { at: '/edit', answers: { 'team.Team/update': answer } },
  );
const drafts = () => Object.keys(localStorage).filter((name) => name.startsWith('multistation-draft:'));

beforeEach(() => localStorage.clear());

test.each([
  [true, 1],
  [false, 0],
])('a form with draft=%s has %i drafts in the browser after a refused call', async (draft, count) => {
  await show(refusal(42201, 'Not allowed'), draft);
  await user.type(await screen.findByLabelText(/Station/), ' North');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Not allowed')).toBeInTheDocument();
  expect(drafts()).toHaveLength(count);
});

test('a restored draft with an open choice is not sent; after the choice it is', async () => {
  const draft = { at: 1_772_337_000_000, values: { name: 'Wuhou' }, base: { name: 'Qingyang' }, version: 2 };
  localStorage.setItem('multistation-draft:7:test.4', JSON.stringify(draft));
  const page = await show(refusal(42201, 'Not allowed'), true);
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await screen.findByRole('row', { name: /Station/ });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findAllByText(/choose which value to keep/)).toHaveLength(2);
  expect(page.to('team.Team/update')).toHaveLength(0);
  await user.click(screen.getByRole('radio', { name: 'Station: Theirs' }));
  await user.click(screen.getByRole('button', { name: 'Apply and keep editing' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Not allowed')).toBeInTheDocument();
  expect(page.to('team.Team/update')[0]?.body).toMatchObject({ version: 3, values: { name: 'Tianfu' } });
});

function TwoCalls() {
  const fields = groups[0]?.fields ?? [];
  const form = useFields<Values>({ name: 'Tianfu' }, fields);
  const submission = useEntitySubmission<Values, { readonly version: number }>({
    ...{ form, fields, formKey: 'two', address: 'team.Team/update', title: '', keepsDraft: true },
    ...{ target: { version: 0 }, calls: ['finish', 'save'], onTarget: () => undefined },
  });
  const send = (call: string) =>
    submission.send(call, 'team.Team/update', () => ({ id: 4, version: 0, values: {}, confirmOverlap: false }));
  const { offers, goOn, undoTaken } = submission.drafts;
  return (
    <>
      {['finish', 'save'].map((call) => (
        <button key={call} type="button" onClick={() => void send(call)}>
          {call}
        </button>
      ))}
      <button type="button" onClick={() => form.set({ name: 'Wuhou' })}>
        type
      </button>
      {offers.map((offer) => (
        <button key={offer.draft.slot} type="button" onClick={() => goOn(offer)}>
          restore
        </button>
      ))}
      <button type="button" onClick={undoTaken}>
        discard
      </button>
    </>
  );
}

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

test('a restored draft gives its idempotency key only to the call that was sent with it, and only until it is discarded', async () => {
  const answers = { 'team.Team/update': refusal(40904, 'Still running') };
  const first = await renderPage(<TwoCalls />, { at: '/edit', answers });
  await press('type');
  await press('save');
  await waitFor(() => expect(first.to('team.Team/update')).toHaveLength(1));
  const lost = first.to('team.Team/update')[0]?.headers.get('Idempotency-Key');
  cleanup();
  const again = await renderPage(<TwoCalls />, { at: '/edit', answers });
  await press('restore');
  await press('finish');
  await press('save');
  await waitFor(() => expect(again.to('team.Team/update')).toHaveLength(2));
  const [finish, save] = again.to('team.Team/update').map((call) => call.headers.get('Idempotency-Key'));
  expect(save).toBe(lost);
  expect(finish).not.toBe(lost);
  await press('discard');
  await press('save');
  await waitFor(() => expect(again.to('team.Team/update')).toHaveLength(3));
  expect(again.to('team.Team/update')[2]?.headers.get('Idempotency-Key')).not.toBe(lost);
});
