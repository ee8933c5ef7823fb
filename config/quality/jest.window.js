/** Removes what a test file has left in its window, because test files share a window (jest.environment.js). */

/**
 * Number of turns of the event loop for which we wait after a test file has ended. In these turns the file's promises and its timers
 * without delay run.
 */
const TURNS = 5;

/**
 * Records timers, intervals and animation frames. It does not record timers without delay. These timers run soon, and React's scheduler
 * waits for its own timers.
 *
 * @returns a function that cancels everything that is pending
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

/**
 * Records the listeners of the window, of the document, and of the elements `html`, `head` and `body`.
 *
 * @returns a function that removes the listeners
 */
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

/**
 * Empties the document, both storages and the cookies, removes the attributes of `html`, `head` and `body`, and resets the address to the
 * origin without a navigation.
 */
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

/**
 * Returns the objects whose properties a test may replace: the window, the document with its main elements, `navigator`, `location`,
 * `history`, and all classes with their prototypes.
 */
function watched(window) {
  const { document, navigator, location, history } = window;
  const parts = [document, document.documentElement, document.head, document.body, navigator, location, history];
  const own = Object.values(Object.getOwnPropertyDescriptors(window)).map(({ value }) => value);
  const ofJsdom = Object.values(window[Symbol.for('[webidl2js] constructor registry')]);
  const classes = [...own, ...ofJsdom].filter((value) => typeof value === 'function' && value !== window);
  return new Set([window, ...parts, ...classes, ...classes.map(({ prototype }) => prototype).filter(Boolean)]);
}

/** Copies the property descriptors of all {@link watched} objects. */
exports.snapshot = (window) => [...watched(window)].map((object) => [object, Object.getOwnPropertyDescriptors(object)]);

const isSame = (one, other) =>
  one !== undefined &&
  other !== undefined &&
  Object.is(one.value, other.value) &&
  one.get === other.get &&
  one.set === other.set;

/**
 * Restores the properties of objects.
 *
 * @throws Error when a test file has defined a property that cannot be deleted. Later files would then have this property too
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
