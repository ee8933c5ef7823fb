import { useEffect, useRef } from 'react';

/**
 * Put among the contents of a dialog: focuses its first field once the contents stand, before the opening motion ends. Anything typed
 * during the motion then stays in the field that the user chose.
 *
 * @param focus puts the focus into the first field; not called when the focus is inside the dialog already
 */
export function OpeningFocus({ focus }: { readonly focus: () => void }) {
  const place = useRef<HTMLSpanElement>(null);
  const latest = useRef(focus);
  latest.current = focus;
  useEffect(() => {
    const dialog = place.current?.closest('[role=dialog]');
    if (dialog && !dialog.contains(document.activeElement)) latest.current();
  }, []);
  return <span ref={place} hidden />;
}
