import { history, useLocation } from '@umijs/max';
import { Activity, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { showOverlay, useOverlay } from '@/app/commands/overlay';
import { noteRecent } from '@/app/commands/recent';
import { type Command, currentCommands, useCommands } from '@/app/commands/registry';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { usePlatform } from '@/app/platform';
import { choiceState } from '@/app/request/useData';
import { usePreference, usePreferences } from '@/app/usePreference';
import type { PageRoute } from '../../../config/routes';
import { PAGE_ROUTES } from '../../../config/routes';
import { chainOf, type MenuEntry } from '../pageTable';
import { Palette } from './Palette';
import { verbCommands } from './verbs';

const KeySheet = lazyWithRetry(() => import('./KeySheet').then((module) => module.KeySheet));

/** Returns all routes of a table, including nested routes, as a flat list. */
const flat = (table: readonly PageRoute[]): readonly PageRoute[] =>
  table.flatMap((route) => [route, ...flat(route.pages ?? [])]);
const ROUTES = new Map(flat(PAGE_ROUTES).map((route) => [route.path, route]));

/** Returns the pages of a menu as commands. Users can find a page by its path in every language. */
function pageCommands(menu: readonly MenuEntry[]): readonly Command[] {
  return menu
    .flatMap((entry) => (entry.pages.length > 0 ? entry.pages : [entry]))
    .map((page) => {
      const letter = ROUTES.get(page.path)?.hotkey;
      return {
        key: `page:${page.path}`,
        label: page.title,
        group: 'pages',
        words: page.path.replace(/[/A-Z]/g, ' $&'),
        hotkey: letter === undefined ? undefined : `g ${letter}`,
        run: () => history.push(page.path),
      };
    });
}

/**
 * Renders the palette and the list of shortcut keys, and records the visited pages. `PaletteButton` handles the shortcuts and loads this
 * code after the first page.
 */
export default function CommandHost({ menu }: { readonly menu: readonly MenuEntry[] }) {
  const overlay = useOverlay();
  const { pathname } = useLocation();
  const { userId, can } = usePlatform();
  const [singleKeys, singleKeysState, saveSingleKeys] = usePreference('singleKeys', (stored) => stored !== false);
  const stored = choiceState(usePreferences());
  const own = useMemo<readonly Command[]>(
    () => [
      ...pageCommands(menu),
      { key: 'keys', label: 'keys.title', group: 'console', hotkey: '?', run: () => showOverlay('keys') },
    ],
    [menu],
  );
  useCommands(() => own, true);
  useEffect(() => {
    const page = chainOf(pathname).at(-1);
    if (page && page.redirect === undefined) noteRecent(userId, { path: page.path, title: null });
  }, [pathname, userId]);

  // Read the commands when the palette opens. Later the palette has the focus, so a list no longer offers the commands of its focused row.
  const taken = useRef<{ readonly overlay: typeof overlay; readonly commands: readonly Command[] }>(null);
  const openings = useRef(0);
  if (taken.current?.overlay !== overlay) {
    // `own` is added below. It may not be registered yet if the user's first key press has just loaded this code.
    const others = overlay === null ? [] : currentCommands().filter(({ key }) => !own.some((one) => one.key === key));
    const verbs = overlay === 'palette' ? verbCommands(can) : [];
    taken.current = { overlay, commands: [...others, ...own, ...verbs] };
    if (overlay === 'palette') openings.current += 1;
  }
  const commands = taken.current?.commands ?? [];
  const [host] = useState(() => document.createElement('div'));
  const close = () => showOverlay(null);
  return (
    <>
      {createPortal(
        // Preserve the elements while the palette is closed, because opening it is then fast.
        <Activity mode={overlay === 'palette' ? 'visible' : 'hidden'}>
          <Palette commands={commands} opening={openings.current} host={host} />
        </Activity>,
        host,
      )}
      {overlay === 'keys' ? (
        <KeySheet
          commands={commands}
          // The keys are off while the preference is not known (`useSingleKeys`).
          on={singleKeys && singleKeysState === 'known'}
          disabled={singleKeysState !== 'known'}
          onRetry={stored.onRetry}
          loading={stored.loading}
          onSwitch={saveSingleKeys}
          onClose={close}
        />
      ) : null}
    </>
  );
}
