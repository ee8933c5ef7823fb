import { Modal as LibraryPart, type ModalProps } from 'antd';
import { createContext, useLayoutEffect, useState } from 'react';
import { within } from './Library';

const Part = within(LibraryPart);

/**
 * `true` inside a dialog of the library. A form in a dialog focuses its first field when the form is mounted. A form in a drawer does not,
 * because the drawer would then move the focus to itself.
 */
export const InModal = createContext(false);

/**
 * Renders the library's dialog. The dialog is rendered only after this component has mounted, which is still before the browser paints.
 * Reason: React may discard the first rendering of a component, for example when a sibling waits for its code. The library's dialog adds
 * its listener for Escape during rendering and never removes the listener of a discarded rendering. No other dialog would then close by
 * Escape. The library's drawer waits in the same way.
 */
export function Modal(props: ModalProps) {
  const [isMounted, setMounted] = useState(false);
  useLayoutEffect(() => setMounted(true), []);
  if (!isMounted) return null;
  return (
    <InModal value={true}>
      <Part {...props} />
    </InModal>
  );
}
