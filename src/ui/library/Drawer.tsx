import { type DrawerProps, Drawer as LibraryPart } from 'antd';
import { useDirection } from '@/app/i18n/i18n';
import { within } from './Library';

const Part = within(LibraryPart);

/** The library's drawer at the end side of the page: the left side in a right-to-left frame, which the library does not handle. */
export function Drawer(props: DrawerProps) {
  const placement = useDirection() === 'rtl' ? 'left' : 'right';
  return <Part placement={placement} {...props} />;
}
