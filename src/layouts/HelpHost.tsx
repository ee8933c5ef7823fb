import { history } from '@umijs/max';
import { useEffect } from 'react';
import { closeHelp, openHelp, useHelp } from '@/app/commands/help';
import { useCommands } from '@/app/commands/registry';
import { lazyWithRetry } from '@/app/lazyWithRetry';

const Manual = lazyWithRetry(() => import('@/features/manual').then((module) => module.default));

/** Draws the manual while it is open; loads its code and text at the first opening. */
export function HelpHost() {
  const place = useHelp();
  useEffect(() => {
    let at = history.location.pathname;
    const unlisten = history.listen(({ location }) => {
      // Another page has another section. The palette changes only the query, so it does not close the manual.
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
