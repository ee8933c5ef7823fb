/**
 * Runs inside every measured page before its own code. Records long tasks and the last click. Also records the time from a key
 * press to the next frame, and when a watched element is first shown. Times are milliseconds since the page's time origin.
 */
(() => {
  if (window.top !== window || window.probe) return;
  const probe = { longTasks: [], keys: [], click: null, done: {}, waits: {} };
  window.probe = probe;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) probe.longTasks.push([entry.startTime, entry.duration]);
  }).observe({ type: 'longtask', buffered: true });

  const channel = new MessageChannel();
  let waiting = [];
  channel.port1.onmessage = () => {
    const now = waiting;
    waiting = [];
    for (const run of now) run();
  };
  probe.afterThisFrame = (run) => {
    waiting.push(run);
    channel.port2.postMessage(0);
  };
  const noteKey = (event) => {
    requestAnimationFrame(() => probe.afterThisFrame(() => probe.keys.push(performance.now() - event.timeStamp)));
  };
  addEventListener('keydown', noteKey, true);
  const noteClick = (event) => {
    if (!event.isTrusted) return;
    probe.click = event.timeStamp;
    sessionStorage.setItem('probe-click', String(performance.timeOrigin + event.timeStamp));
  };
  addEventListener('click', noteClick, true);

  const isVisible = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width >= 1 && height >= 1 && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  };
  const isOnTop = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return at !== null && (at === element || element.contains(at) || at.contains(element));
  };
  /**
   * Records in `probe.done[id]` the time when at least `min` visible elements match `css` and the URL contains `path`. With `fresh`, only
   * new elements count. With `usable`, only enabled elements that no other element covers count.
   */
  probe.watch = (id, { css, min = 1 }, { path = '', fresh = false, usable = false } = {}) => {
    delete probe.done[id];
    const old = new WeakSet(fresh ? document.querySelectorAll(css) : []);
    const token = {};
    probe.waits[id] = token;
    const fits = (element) =>
      !old.has(element) &&
      isVisible(element) &&
      (!usable || (!element.disabled && !element.readOnly && isOnTop(element)));
    const look = () => {
      if (probe.waits[id] !== token) return;
      const here = (location.pathname + location.search).includes(path);
      const found = here ? [...document.querySelectorAll(css)].filter(fits).length : 0;
      if (found >= min) probe.afterThisFrame(() => (probe.done[id] = performance.now()));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
  /** Finds the end of the long tasks after `from` that begin less than `gap` ms after the previous end; null while another may follow. */
  probe.settled = (from, gap) => {
    let end = from;
    for (const [start, duration] of probe.longTasks.toSorted((a, b) => a[0] - b[0])) {
      if (start < end + gap && start + duration > end) end = start + duration;
    }
    return performance.now() >= end + gap + 60 ? end : null;
  };
  probe.lastLongTask = () => Math.max(0, ...probe.longTasks.map(([start, duration]) => start + duration));

  const first = JSON.parse(sessionStorage.getItem('probe-first') ?? window.probeFirst ?? 'null');
  if (first) probe.watch('first', first.ready, { usable: first.usable });
})();
