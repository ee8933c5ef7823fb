import { act, render, screen } from '@testing-library/react';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { recomputeRoles } from '@/app/session/authority';
import { removeToken, setToken } from '@/app/session/token';
import { type Authority, Authorized } from '.';

const FORBIDDEN = 'Sorry, you are not authorized to access this page.';

beforeAll(async () => {
  await loadTexts('public');
  await setLocale('en-US');
});

beforeEach(() => {
  setToken('token', false);
  recomputeRoles();
});

interface Deferred {
  readonly promise: Promise<boolean>;
  readonly resolve: (allowed: boolean) => void;
  readonly reject: (reason: Error) => void;
}

function deferred(): Deferred {
  let resolve: Deferred['resolve'] = () => undefined;
  let reject: Deferred['reject'] = () => undefined;
  const promise = new Promise<boolean>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

const show = (authority?: Authority) => render(<Authorized authority={authority}>inside</Authorized>);

test.each<[string, Authority | undefined]>([
  ['nothing asked for', undefined],
  ['the role as a string', 'admin'],
  ['a list with the role', ['other', 'admin']],
  ['a function that says yes', (roles) => roles.includes('admin')],
])('%s lets a signed-in person in', (_, authority) => {
  show(authority);
  expect(screen.getByText('inside')).toBeVisible();
});

test.each<[string, Authority]>([
  ['another role', 'owner'],
  ['a list without the role', ['owner', 'other']],
  ['an empty list', []],
  ['a function that says no', () => false],
])('%s shows the 403 page with the given text', (_, authority) => {
  show(authority);
  expect(screen.getByText(FORBIDDEN)).toBeVisible();
  expect(screen.queryByText('inside')).toBeNull();
});

test.each<[string, (settle: Deferred) => void, string]>([
  ['that says yes', ({ resolve }) => resolve(true), 'inside'],
  ['that says no', ({ resolve }) => resolve(false), FORBIDDEN],
  ['that breaks', ({ reject }) => reject(new Error('x')), FORBIDDEN],
])('a promise %s is waited for', async (_, settle, text) => {
  const open = deferred();
  render(
    <Authorized authority={open.promise} pending="waiting">
      inside
    </Authorized>,
  );
  expect(screen.getByText('waiting')).toBeVisible();
  await act(async () => settle(open));
  expect(screen.getByText(text)).toBeVisible();
});

test('a function may return a promise, even a new function at every rendering', async () => {
  const draw = () => <Authorized authority={async () => true}>inside</Authorized>;
  const { rerender } = await act(async () => render(draw()));
  expect(screen.getByText('inside')).toBeVisible();
  await act(async () => rerender(draw()));
  expect(screen.getByText('inside')).toBeVisible();
});

test('the content follows the cookie as soon as the roles are computed again', () => {
  show('admin');
  removeToken();
  act(() => recomputeRoles());
  expect(screen.getByText(FORBIDDEN)).toBeVisible();
  setToken('token', false);
  act(() => recomputeRoles());
  expect(screen.getByText('inside')).toBeVisible();
});
