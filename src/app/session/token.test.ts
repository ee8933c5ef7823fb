import { getToken, removeToken, renewToken, setToken } from './token';

let written: string[] = [];
const original = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2099-03-01T00:00:00Z') });
  written = [];
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => original?.get?.call(document),
    set: (value: string) => {
      written.push(value);
      original?.set?.call(document, value);
    },
  });
});

afterEach(() => {
  Reflect.deleteProperty(document, 'cookie');
  removeToken();
  jest.useRealTimers();
});

test('the cookie is called multistation-token and lives 1 day, or 7 when the user asked to stay signed in', () => {
  setToken('abc', false);
  expect(written[0]).toMatch(/^multistation-token=abc;/);
  expect(written[0]).toContain('expires=Mon, 02 Mar 2099 00:00:00 GMT');
  setToken('abc', true);
  expect(written[1]).toContain('expires=Sun, 08 Mar 2099 00:00:00 GMT');
  expect(getToken()).toBe('abc');
});

test('inside a frame the cookie is SameSite none and secure, otherwise lax', () => {
  setToken('abc', false);
  expect(written[0]).toContain('sameSite=lax');
  Object.defineProperty(window, 'self', { configurable: true, value: {} });
  setToken('abc', false);
  Object.defineProperty(window, 'self', { configurable: true, value: window });
  expect(written[1]).toContain('sameSite=none');
  expect(written[1]).toContain('secure');
});

test('a renewed token keeps the lifetime chosen at the sign-in', () => {
  setToken('abc', true);
  renewToken('def');
  expect(getToken()).toBe('def');
  expect(written[1]).toContain('expires=Sun, 08 Mar 2099 00:00:00 GMT');
});

test('removing the token leaves no cookie and no stored choice', () => {
  // jsdom uses the real clock to expire cookies.
  jest.useRealTimers();
  setToken('abc', true);
  removeToken();
  expect(getToken()).toBeNull();
});
