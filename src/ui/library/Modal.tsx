import { Modal as LibraryPart, type ModalProps } from 'antd';
import { useLayoutEffect, useState } from 'react';
import { within } from './Library';

const Part = within(LibraryPart);

/**
 * Renders the library's dialog. The dialog is rendered only after this component has mounted, which is still before the browser paints.
 * Reason: React may discard the first rendering of a component, for example when a sibling waits for its code. The library's dialog adds
 * its listener for Escape during rendering and never removes the listener of a discarded rendering. No other dialog would then close by
 * Escape. The library's drawer waits in the same way.
 */
export function Modal(props: ModalProps) {
  const [isMounted, setMounted] = useState(false);
  useLayoutEffect(() => setMounted(true), []);
  return isMounted ? <Part {...props} /> : null;
}
