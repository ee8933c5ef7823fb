interface Windows {
  clearDocument(of: Window, dom: { window: Window; cookieJar: { removeAllCookiesSync(): void } }): void;
  restore(before: unknown): void;
  snapshot(of: Window): unknown;
  trackListeners(of: Window): () => void;
  trackTimers(of: Window): () => Promise<void>;
}
const { clearDocument, restore, snapshot, trackListeners, trackTimers } = jest.requireActual<Windows>('./jest.window');

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('properties that a test file added, replaced or deleted are as before', () => {
  const before = snapshot(window);
  const { fetch } = window;
  Object.assign(window, { added: 1, fetch: () => null });
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { value: 800, configurable: true });
  Reflect.deleteProperty(Element.prototype, 'append');
  restore(before);
  expect(window).not.toHaveProperty('added');
  expect(window.fetch).toBe(fetch);
  expect(document.visibilityState).toBe('visible');
  expect(document.body.clientWidth).toBe(0);
  expect(document.body.append).toEqual(expect.any(Function));
});

test('a test file may not define a property that cannot be deleted', () => {
  const object = Object.defineProperty({}, 'fixed', { value: 1 });
  expect(() => restore([[object, {}]])).toThrow('Define Object.fixed as configurable');
});

test('timers, intervals and animation frames of an ended test file do not run', async () => {
  const timers = { setTimeout, clearTimeout, setInterval, clearInterval } as unknown as Window;
  Object.assign(timers, { requestAnimationFrame, cancelAnimationFrame });
  const end = trackTimers(timers);
  const late = jest.fn();
  const soon = jest.fn();
  timers.setTimeout(late, 30);
  timers.setInterval(late, 30);
  timers.requestAnimationFrame(late);
  timers.setTimeout(soon, 0);
  await end();
  await pause(60);
  expect(late).not.toHaveBeenCalled();
  expect(soon).toHaveBeenCalledTimes(1);
});

test('event listeners of an ended test file are not called', () => {
  const before = snapshot(window);
  const end = trackListeners(window);
  const heard = jest.fn();
  window.addEventListener('resize', heard);
  document.body.addEventListener('click', heard, true);
  end();
  window.dispatchEvent(new Event('resize'));
  document.body.click();
  expect(heard).not.toHaveBeenCalled();
  restore(before);
});

test('after a test file ends, document, storage and cookies are empty and the address is the initial one', () => {
  document.body.innerHTML = '<p>text</p>';
  document.documentElement.lang = 'pt';
  localStorage.setItem('key', 'value');
  window.history.replaceState(null, '', '/page?tab=2');
  const removeAllCookiesSync = jest.fn();
  clearDocument(window, { window, cookieJar: { removeAllCookiesSync } });
  expect(document.documentElement.outerHTML).toBe('<html><head></head><body></body></html>');
  expect(localStorage).toHaveLength(0);
  expect(window.location.href).toBe('http://localhost/');
  expect(removeAllCookiesSync).toHaveBeenCalled();
});
