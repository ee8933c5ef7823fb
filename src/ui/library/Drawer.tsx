import { type DrawerProps, Drawer as LibraryPart } from 'antd';
import { useDirection } from '@/app/i18n/i18n';
import { within } from './Library';

const Part = within(LibraryPart);

/**
 * Renders the library's drawer at the end side of the page. In a right-to-left layout the end is the left side, so we set the
 * placement.
 */
export function Drawer(props: DrawerProps) {
  const placement = useDirection() === 'rtl' ? 'left' : 'right';
  return <Part placement={placement} {...props} />;
}
