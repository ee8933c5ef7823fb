import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { noteRequestId } from '@/app/request/requestLog';
import { ErrorBoundary } from '.';

let failure: unknown = null;
function Fragile() {
  if (failure !== null) throw failure;
  return <p>content</p>;
}

const reporter = globalThis.console;
const reported = reporter.error;

beforeAll(async () => {
  await loadTexts('public');
  await setLocale('en-US');
});

beforeEach(() => {
  failure = null;
  // React reports every caught error. These errors are intended, so the test ignores the reports.
  reporter.error = () => undefined;
});

afterEach(() => {
  reporter.error = reported;
});

const named = (name: string, code?: string) => Object.assign(new Error('x'), { name }, code ? { code } : {});

test('a failure is contained in its region, which names the last request', () => {
  noteRequestId('team.Team/getList', 'request-77');
  failure = new Error('broken');
  render(
    <>
      <ErrorBoundary>
        <Fragile />
      </ErrorBoundary>
      <p>neighbour</p>
    </>,
  );
  expect(screen.getByText('This part could not be shown')).toBeVisible();
  expect(screen.getByText('Request ID: request-77')).toBeVisible();
  expect(screen.getByText('neighbour')).toBeVisible();
});

test('retry mounts the region again', async () => {
  failure = new Error('broken');
  render(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  );
  failure = null;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.getByText('content')).toBeVisible();
});

test.each([
  ['a code chunk', named('ChunkLoadError'), 'The page did not load completely'],
  ['a style sheet', named('Error', 'CSS_CHUNK_LOAD_FAILED'), 'The styles of this page did not load'],
])('%s that did not load has its own message, and Reload reloads the page', async (_, error, title) => {
  failure = error;
  let reloads = 0;
  render(
    <ErrorBoundary
      reload={() => {
        reloads += 1;
      }}
    >
      <Fragile />
    </ErrorBoundary>,
  );
  expect(screen.getByText(title)).toBeVisible();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Reload' }));
  expect(reloads).toBe(1);
});

test('when the network is back, the region retries automatically', () => {
  failure = new Error('broken');
  render(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  );
  failure = null;
  act(() => {
    window.dispatchEvent(new Event('online'));
  });
  expect(screen.getByText('content')).toBeVisible();
});

test('another page clears the failure of the former page', () => {
  failure = new Error('broken');
  const draw = (path: string) => (
    <ErrorBoundary resetKey={path}>
      <Fragile />
    </ErrorBoundary>
  );
  const { rerender } = render(draw('/a'));
  expect(screen.queryByText('content')).toBeNull();
  failure = null;
  rerender(draw('/b'));
  expect(screen.getByText('content')).toBeVisible();
});
