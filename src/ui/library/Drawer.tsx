import { type DrawerProps, Drawer as LibraryPart } from 'antd';
import { useDirection } from '@/app/i18n/i18n';
import { within } from './Library';

const Part = within(LibraryPart);

/** The library's drawer at the far side of the page: right to left that is the left one, which the library leaves to its user. */
export function Drawer(props: DrawerProps) {
  const placement = useDirection() === 'rtl' ? 'left' : 'right';
  return <Part placement={placement} {...props} />;
}
