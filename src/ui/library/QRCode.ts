import { QRCode as LibraryPart } from 'antd';
import { within } from './Library';

export const QRCode = within(LibraryPart);
