/*
 * This module restores the focus when the focused element is removed, for example when a drawer closes. Otherwise the browser would leave
 * the focus on the body. The next Tab would then start at the top (WCAG 2.4.3). One observer serves the whole page. A component therefore
 * only takes the focus and never returns it.
 */

const OVERLAY = '[role="dialog"], [role="menu"]:not(nav *), [data-floater], [aria-live]';
/** Buttons that load failed data again. The loaded data replace the button. */
const RETRY = '[data-retry]';
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';
/**
 * Maximum number of remembered places: `MOST` in total, and `MOST_IN_ONE` for the page and for each overlay. Older places are used when
 * newer ones were removed from the document.
 */
const MOST = 12;
const MOST_IN_ONE = 3;
/** Milliseconds to wait until a disabled element can get the focus again: about the duration of the call that disabled the element. */
const BUSY_MS = 1_500;

/** An element that had the focus, and the data for finding a substitute after its removal. */
interface Place {
  readonly element: HTMLElement;
  /** The overlay that contains the element. `null` means the page itself. */
  readonly overlay: HTMLElement | null;
  readonly parent: HTMLElement | null;
  /** The elements around a {@link RETRY} button inside the page or overlay, the nearest first. Empty for other elements. */
  readonly around: readonly HTMLElement[];
  /** Record ids: first the element's row, then the rows below it, then the rows above it from the nearest. */
  readonly rows: readonly string[];
  readonly pathname: string;
  /** Id of the record whose drawer is open, as the URL states it. `null` means that no drawer is open. */
  readonly opened: string | null;
}

const rowIn = (root: ParentNode, id: string) => root.querySelector<HTMLElement>(`tr[data-row="${id}"]`);

/** Returns the elements around an element, up to the overlay or the page that contains the element. */
function elementsAround(element: HTMLElement): readonly HTMLElement[] {
  const around: HTMLElement[] = [];
  const end = element.closest(`${OVERLAY}, main`) ?? document.body;
  for (let at = element.parentElement; at && at !== document.body && end.contains(at); at = at.parentElement)
    around.push(at);
  return around;
}

function readPlace(element: HTMLElement): Place {
  const row = element.closest<HTMLElement>('tr[data-row]');
  const siblings = [...(row?.parentElement?.children ?? [])] as HTMLElement[];
  const at = row ? siblings.indexOf(row) : 0;
  return {
    element,
    overlay: element.closest<HTMLElement>(OVERLAY),
    parent: element.parentElement,
    around: element.matches(RETRY) ? elementsAround(element) : [],
    rows: [...siblings.slice(at), ...siblings.slice(0, at).reverse()].map(({ dataset }) => dataset.row ?? ''),
    pathname: window.location.pathname,
    opened: new URLSearchParams(window.location.search).get('open'),
  };
}

const canFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  element.closest('[inert]') === null &&
  // jsdom does not have checkVisibility.
  element.checkVisibility?.({ visibilityProperty: true }) !== false;

/** Finds the first element inside `root` that Tab reaches. */
const firstIn = (root: ParentNode | null): HTMLElement | undefined =>
  [...(root?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].find(
    (element) => element.tabIndex >= 0 && canFocus(element),
  );

/** Finds the link that opens a row's record, or else the row's first focusable element. */
const linkIn = (row: HTMLElement | null) => row?.querySelector<HTMLElement>('a[href]') ?? firstIn(row);

function makeFocusable(element: HTMLElement | null | undefined): HTMLElement | undefined {
  if (element && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  return element ?? undefined;
}

/** Finds the element of a place if it can get the focus, or else a substitute near it. Returns `undefined` if there is no substitute. */
function findAgain({ element, overlay, parent, around, rows, pathname }: Place): HTMLElement | undefined {
  if (canFocus(element)) return element;
  if (overlay?.isConnected === false || pathname !== window.location.pathname) return undefined;
  const container = around.find(canFocus);
  if (container) return makeFocusable(container);
  const near = parent?.isConnected ? firstIn(parent) : undefined;
  if (near) return near;
  const root = overlay ?? document.querySelector('main');
  for (const id of root ? rows : []) {
    const target = linkIn(rowIn(root ?? document, id));
    if (target) return target;
  }
  return overlay ? firstIn(overlay) : undefined;
}

/** Finds a substitute on the page. It tries the topmost dialog, the row of the record that was open, the first row, and the page title. */
function findOnPage({ opened }: Place): HTMLElement | null {
  const dialogs = [...document.querySelectorAll('[role="dialog"]')];
  const inside = dialogs.map(firstIn).findLast((element) => element);
  if (inside) return inside;
  const main = document.querySelector<HTMLElement>('main');
  if (!main) return null;
  const row =
    (opened !== null && /^\d+$/.test(opened) && rowIn(main, opened)) || main.querySelector<HTMLElement>('tr[data-row]');
  const link = linkIn(row);
  if (link) return link;
  return makeFocusable(main.querySelector<HTMLElement>('h1, h2')) ?? null;
}

/** Starts to restore the focus on this page. @returns a function that stops it */
export function watchFocus(): () => void {
  /** The last focused elements of the page and of each overlay, newest last. */
  let places: readonly Place[] = [];
  /** `true` after the user clicked an empty area of the page. The focus is then not restored on the page. */
  let hasLeft = false;
  /** Element that got the focus only as a substitute. When a record closes, the focus does not return to this element. */
  let substitute: HTMLElement | null = null;

  const isNowhere = () => document.activeElement === document.body || document.activeElement === null;
  const keep = (element: unknown) => {
    if (!(element instanceof HTMLElement) || element === document.body) return;
    hasLeft = false;
    const place = readPlace(element);
    const others = places.filter((other) => other.element !== element);
    const last = places.at(-1)?.overlay;
    const isUnderDialog = last?.isConnected && last.matches('[role="dialog"]') && last !== place.overlay;
    // While a dialog opens over an antd drawer, the drawer briefly takes the focus back. Do not remember that element.
    if (isUnderDialog && others.some(({ overlay }) => overlay === place.overlay)) return;
    const same = others.filter(({ overlay }) => overlay === place.overlay);
    const old = same.slice(0, Math.max(0, same.length - MOST_IN_ONE + 1));
    places = [...others.filter((other) => !old.includes(other)), place].slice(-MOST);
  };
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const restore = (isLate = false) => {
    const last = places.at(-1);
    if (!last || last.element.isConnected || !isNowhere() || last.pathname !== window.location.pathname) return;
    if (hasLeft && last.overlay === null) return;
    let target: HTMLElement | null | undefined;
    for (const place of places.toReversed()) {
      if (place.element.isConnected && place.element.matches(':disabled') && !isLate) {
        waiting ??= setTimeout(() => restore(true), BUSY_MS);
        return;
      }
      if (place.element === substitute && last.opened !== null) continue;
      target = findAgain(place);
      if (target) break;
    }
    if (!target) {
      target = findOnPage(last);
      substitute = target;
    }
    clearTimeout(waiting);
    waiting = undefined;
    places = places.filter(
      ({ element, overlay }) => element.isConnected || (overlay === null && element !== last.element),
    );
    // If the element had the focus before, or contained the focused element, the page must not scroll to it unexpectedly.
    const isKnown = places.some(({ element }) => element === target);
    target?.focus({ preventScroll: isKnown || last.around.some((element) => element === target) });
  };

  const enter = ({ target }: FocusEvent) => keep(target);
  const leave = ({ relatedTarget }: FocusEvent) => {
    // The removal of the focused element fires the same event. Only after a timeout can the two cases be distinguished.
    if (relatedTarget === null)
      setTimeout(() => (hasLeft = isNowhere() && places.at(-1)?.element.isConnected === true));
  };
  const observer = new MutationObserver(() => restore());
  keep(document.activeElement);
  document.addEventListener('focusin', enter);
  document.addEventListener('focusout', leave);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    observer.disconnect();
    clearTimeout(waiting);
    document.removeEventListener('focusin', enter);
    document.removeEventListener('focusout', leave);
  };
}
