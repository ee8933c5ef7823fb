import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useData } from '@/app/request/useData';
import { FieldValue } from '../EntityForm/FieldValue';
import type { Field } from '../EntityForm/types';
import { QueryBoundary } from '../QueryBoundary';
import { RegionName } from '../RegionPicker/RegionName';
import { refusal, renderPage } from '../testing';

const STATIONS: Field = {
  kind: 'options',
  name: 'teamIds',
  label: 'accounts.stations',
  source: 'teams',
  multiple: true,
};
const NAMES = { teams: [{ value: 12, label: 'Tianfu' }] };

/** Shows a station whose name could not be loaded, with a button before and a button after the name. */
async function showFailed() {
  const page = await renderPage(
    <>
      <button type="button">Before</button>
      <section data-testid="fact">
        <FieldValue field={STATIONS} value={[12]} />
        <button type="button">Next</button>
      </section>
    </>,
    { answers: { 'common.Option/getOptions': refusal(50001, 'Try later') } },
  );
  return { page, retry: await screen.findByRole('button', { name: 'Retry' }) };
}

/** Delays the next answer until the test calls the returned function. */
function holdAnswer({ answer }: Awaited<ReturnType<typeof renderPage>>, next: object) {
  let finish = () => {};
  answer('common.Option/getOptions', () => new Promise<never>((resolve) => (finish = () => resolve(next as never))));
  return () => act(async () => finish());
}

test('while data load again, the Retry button keeps the focus, is busy and ignores presses, also after another failure', async () => {
  const user = userEvent.setup();
  const { page, retry } = await showFailed();
  const finish = holdAnswer(page, refusal(50001, 'Try later'));
  retry.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(retry).toHaveAttribute('aria-busy', 'true'));
  expect(retry).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(page.to('common.Option/getOptions')).toHaveLength(2);
  await finish();
  await waitFor(() => expect(retry).not.toHaveAttribute('aria-busy'));
  expect(retry).toHaveFocus();
});

test('after data were loaded again, the element around them has the focus, and the next Tab starts there', async () => {
  const user = userEvent.setup();
  const { page, retry } = await showFailed();
  page.answer('common.Option/getOptions', NAMES);
  retry.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Tianfu')).toBeInTheDocument();
  expect(screen.getByTestId('fact')).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
});

test('the focus stays where the user has moved it while data were loaded again', async () => {
  const user = userEvent.setup();
  const { page, retry } = await showFailed();
  const finish = holdAnswer(page, NAMES);
  await user.click(retry);
  await user.tab({ shift: true });
  await finish();
  expect(await screen.findByText('Tianfu')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Before' })).toHaveFocus();
});

test('the names of regions keep their Retry button while they load again', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<RegionName code="110101" />, {
    answers: { 'common.Region/getPcdList': refusal(50001, 'Try later') },
  });
  const retry = await screen.findByRole('button', { name: 'Retry' });
  let finish = () => {};
  const lists = { province: ['110000,北京市'], city: ['110100,市辖区'], district: ['110101,东城区'] };
  page.answer('common.Region/getPcdList', () => new Promise((resolve) => (finish = () => resolve(lists))));
  await user.click(retry);
  await waitFor(() => expect(retry).toHaveAttribute('aria-busy', 'true'));
  expect(retry).toHaveFocus();
  await act(async () => finish());
  expect(await screen.findByText('北京市 / 市辖区 / 东城区')).toBeInTheDocument();
});

function Region() {
  const query = useData('common.Option/getOptions', { types: 'teams' });
  return (
    <section data-testid="region">
      <QueryBoundary query={query}>{({ teams = [] }) => teams.map(({ label }) => label)}</QueryBoundary>
    </section>
  );
}

test('the Retry button of a larger region, which disappears while the data load, gives the focus to the region', async () => {
  const user = userEvent.setup();
  const page = await renderPage(
    <>
      <button type="button">Before</button>
      <Region />
    </>,
    { answers: { 'common.Option/getOptions': refusal(50001, 'Try later') } },
  );
  (await screen.findByRole('button', { name: 'Retry' })).focus();
  const finish = holdAnswer(page, NAMES);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
  expect(screen.getByTestId('region')).toHaveFocus();
  await finish();
  expect(await screen.findByText('Tianfu')).toBeInTheDocument();
  expect(screen.getByTestId('region')).toHaveFocus();
});
