import { DatePicker as LibraryPart } from 'antd';
import { within } from './Library';

export const DatePicker = within(LibraryPart);
