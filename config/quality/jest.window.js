/** What a test file leaves behind in its window. Test files share a window (jest.environment.js). */

/** Turns of the event loop in which promises and timers without delay of an ended file run. */
const TURNS = 5;

/**
 * Records timers, intervals and animation frames. Timers without delay are not recorded: they run soon, and React's scheduler waits
 * for its own.
 *
 * @returns a function that ends what is pending
 */
exports.trackTimers = (window) => {
  const ends = [];
  const track = (start, end, isTracked) => {
    const pending = new Set();
    const [starting, ending] = [window[start], window[end]];
    window[start] = (run, delay, ...values) => {
      if (!isTracked(delay)) return starting(run, delay, ...values);
      const once = (...given) => {
        if (start !== 'setInterval') pending.delete(id);
        run(...given);
      };
      const id = starting(once, delay, ...values);
      pending.add(id);
      return id;
    };
    window[end] = (id) => {
      pending.delete(id);
      ending(id);
    };
    ends.push(() => {
      for (const id of pending) ending(id);
      pending.clear();
    });
  };
  track('setTimeout', 'clearTimeout', (delay) => delay > 0);
  track('setInterval', 'clearInterval', () => true);
  track('requestAnimationFrame', 'cancelAnimationFrame', () => true);
  const endPending = () => {
    for (const end of ends) end();
  };
  return async () => {
    endPending();
    for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
    endPending();
  };
};

/** Records listeners of the window and of elements that stay. @returns a function that removes them */
exports.trackListeners = (window) => {
  const { document } = window;
  const added = [];
  for (const target of [window, document, document.documentElement, document.head, document.body]) {
    const { addEventListener } = target;
    target.addEventListener = (...all) => {
      added.push([target, all]);
      return addEventListener.apply(target, all);
    };
  }
  return () => {
    for (const [target, all] of added.splice(0)) target.removeEventListener(...all);
  };
};

/** Empties the document, the storages and the cookies, and opens the first address again. */
exports.clearDocument = (window, dom) => {
  const { document } = window;
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.head, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  window.localStorage.clear();
  window.sessionStorage.clear();
  dom.cookieJar.removeAllCookiesSync();
  window.history.replaceState(null, '', dom.window.location.origin);
};

/** Returns the window, its parts, and all classes with their prototypes: a test may replace their properties. */
function watched(window) {
  const { document, navigator, location, history } = window;
  const parts = [document, document.documentElement, document.head, document.body, navigator, location, history];
  const own = Object.values(Object.getOwnPropertyDescriptors(window)).map(({ value }) => value);
  const ofJsdom = Object.values(window[Symbol.for('[webidl2js] constructor registry')]);
  const classes = [...own, ...ofJsdom].filter((value) => typeof value === 'function' && value !== window);
  return new Set([window, ...parts, ...classes, ...classes.map(({ prototype }) => prototype).filter(Boolean)]);
}

/** Notes all properties of {@link watched} objects. */
exports.snapshot = (window) => [...watched(window)].map((object) => [object, Object.getOwnPropertyDescriptors(object)]);

const isSame = (one, other) =>
  one !== undefined &&
  other !== undefined &&
  Object.is(one.value, other.value) &&
  one.get === other.get &&
  one.set === other.set;

/**
 * Gives objects back the properties that they had.
 *
 * @throws Error when a file defined a property that cannot be deleted: later files would have it, too
 */
exports.restore = (before) => {
  for (const [object, properties] of before) {
    for (const key of new Set([...Reflect.ownKeys(object), ...Reflect.ownKeys(properties)])) {
      const now = Object.getOwnPropertyDescriptor(object, key);
      const isOfJest = typeof key === 'symbol' && now?.configurable === false;
      if (isOfJest || isSame(now, properties[key])) continue;
      if (now && !now.configurable) {
        if (now.writable && key in properties) object[key] = properties[key].value;
        else
          throw new Error(
            `Define ${object.constructor?.name}.${String(key)} as configurable: it stays for other test files.`,
          );
      } else if (Object.hasOwn(properties, key)) Object.defineProperty(object, key, properties[key]);
      else delete object[key];
    }
  }
};
