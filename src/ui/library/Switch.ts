import { Switch as LibraryPart } from 'antd';
import { within } from './Library';

export const Switch = within(LibraryPart);
