import { history } from '@umijs/max';
import { useEffect } from 'react';
import { closeHelp, openHelp, useHelp } from '@/app/commands/help';
import { useCommands } from '@/app/commands/registry';
import { lazyWithRetry } from '@/app/lazyWithRetry';

const Manual = lazyWithRetry(() => import('@/features/manual').then((module) => module.default));

/** Renders the manual while it is open. Its code and texts are loaded when it is first opened. */
export function HelpHost() {
  const place = useHelp();
  useEffect(() => {
    let at = history.location.pathname;
    const unlisten = history.listen(({ location }) => {
      // Each page has its own section, so leaving the page closes the manual. Opening the palette changes only the query string.
      if (location.pathname !== at) closeHelp();
      at = location.pathname;
    });
    return () => {
      unlisten();
      closeHelp();
    };
  }, []);
  useCommands(() => [{ key: 'console:help', label: 'manual.title', group: 'console', run: () => openHelp() }], true);
  return place && <Manual section={place.section} onSection={openHelp} onClose={closeHelp} />;
}
