/*
 * Restores the focus when the focused element leaves the page: a drawer, dialog, menu or message closes, a row is deleted or filtered
 * out, a button is replaced. A browser then leaves the focus on the body, and the next Tab starts at the top of the page (WCAG 2.4.3).
 * One observer serves all parts, so a part only takes the focus and never returns it.
 */

const OVERLAY = '[role="dialog"], [role="menu"]:not(nav *), [data-floater], [aria-live]';
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';
/** Most places that are kept, on the page and in overlays: when an opener was removed, an older place may still exist. */
const MOST = 12;
const MOST_IN_ONE = 3;
/** How long a disabled opener is waited for: about the time that its call takes. Milliseconds. */
const BUSY_MS = 1_500;

/** An element that had the focus, with the data to find its substitute after it is removed. */
interface Place {
  readonly element: HTMLElement;
  /** The overlay that contains it; null: the page itself. */
  readonly overlay: HTMLElement | null;
  readonly parent: HTMLElement | null;
  /** Record ids: its own row, then the rows below it, then the rows above it from the nearest. */
  readonly rows: readonly string[];
  readonly pathname: string;
  /** Record id of the drawer that the address shows. */
  readonly opened: string | null;
}

const rowIn = (root: ParentNode, id: string) => root.querySelector<HTMLElement>(`tr[data-row="${id}"]`);

function readPlace(element: HTMLElement): Place {
  const row = element.closest<HTMLElement>('tr[data-row]');
  const siblings = [...(row?.parentElement?.children ?? [])] as HTMLElement[];
  const at = row ? siblings.indexOf(row) : 0;
  return {
    element,
    overlay: element.closest<HTMLElement>(OVERLAY),
    parent: element.parentElement,
    rows: [...siblings.slice(at), ...siblings.slice(0, at).reverse()].map(({ dataset }) => dataset.row ?? ''),
    pathname: window.location.pathname,
    opened: new URLSearchParams(window.location.search).get('open'),
  };
}

const canFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  element.closest('[inert]') === null &&
  // jsdom lacks checkVisibility.
  element.checkVisibility?.({ visibilityProperty: true }) !== false;

/** The first element inside `root` that Tab reaches. */
const firstIn = (root: ParentNode | null): HTMLElement | undefined =>
  [...(root?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].find(
    (element) => element.tabIndex >= 0 && canFocus(element),
  );

/** The link that opens the record of a row. */
const linkIn = (row: HTMLElement | null) => row?.querySelector<HTMLElement>('a[href]') ?? firstIn(row);

/** The element itself, or its replacement; undefined when there is none. */
function findAgain({ element, overlay, parent, rows, pathname }: Place): HTMLElement | undefined {
  if (canFocus(element)) return element;
  if (overlay?.isConnected === false || pathname !== window.location.pathname) return undefined;
  const near = parent?.isConnected ? firstIn(parent) : undefined;
  if (near) return near;
  const root = overlay ?? document.querySelector('main');
  for (const id of root ? rows : []) {
    const target = linkIn(rowIn(root ?? document, id));
    if (target) return target;
  }
  return overlay ? firstIn(overlay) : undefined;
}

/** The topmost dialog; otherwise the row of the record that was open, the first row, or the title of the page. */
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
  const title = main.querySelector<HTMLElement>('h1, h2');
  if (title && !title.hasAttribute('tabindex')) title.tabIndex = -1;
  return title;
}

/** Starts to restore the focus on this page. @returns a function that ends it */
export function watchFocus(): () => void {
  /** The last focused places of the page and of each overlay, newest last. */
  let places: readonly Place[] = [];
  /** The user pressed an empty part of the page, so no element has the focus on purpose. */
  let hasLeft = false;
  /** Got the focus only as a substitute: closing a record does not return the focus to it. */
  let substitute: HTMLElement | null = null;

  const isNowhere = () => document.activeElement === document.body || document.activeElement === null;
  const keep = (element: unknown) => {
    if (!(element instanceof HTMLElement) || element === document.body) return;
    hasLeft = false;
    const place = readPlace(element);
    const others = places.filter((other) => other.element !== element);
    const last = places.at(-1)?.overlay;
    const isUnderDialog = last?.isConnected && last.matches('[role="dialog"]') && last !== place.overlay;
    // An antd drawer takes the focus back for a moment while a dialog opens over it: the user did not choose that place.
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
    // An element that had the focus before must not scroll under the user's eyes.
    target?.focus({ preventScroll: places.some(({ element }) => element === target) });
  };

  const enter = ({ target }: FocusEvent) => keep(target);
  const leave = ({ relatedTarget }: FocusEvent) => {
    // The removal of the focused element fires the same event. After a timeout the two cases can be distinguished.
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
