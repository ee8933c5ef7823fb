import { useEffect, useRef } from 'react';

/**
 * Focuses the first field of the dialog that contains it, once the content is mounted and before the opening animation ends. Text typed
 * during the animation then stays in the field that the user chose.
 *
 * @param focus focuses the first field; not called when the focus is inside the dialog already
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
