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
      // The manual shows the section of the current page, so the manual closes when the path changes. It stays open when only the query
      // string changes, for example when the palette opens.
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
