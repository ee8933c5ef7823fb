import type { CSSProperties, ReactNode } from 'react';

const HIDDEN: CSSProperties = {
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  padding: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
  border: 0,
};

/** Renders text only for screen readers. With `live`, screen readers announce every change of the text. */
export function SrOnly({ children, live = false }: { readonly children: ReactNode; readonly live?: boolean }) {
  return (
    <span style={HIDDEN} role={live ? 'status' : undefined}>
      {children}
    </span>
  );
}
