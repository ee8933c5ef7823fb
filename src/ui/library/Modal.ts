import { Modal as LibraryPart } from 'antd';
import { within } from './Library';

export const Modal = within(LibraryPart);
