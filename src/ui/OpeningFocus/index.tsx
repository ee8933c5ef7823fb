import { useEffect, useRef } from 'react';

/**
 * Focuses the first field of the surrounding dialog when the content is mounted, before the opening animation ends. If the user
 * focuses a field and types during the animation, the focus then stays in that field.
 *
 * @param focus focuses the first field; not called when the focus is already inside the dialog
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
