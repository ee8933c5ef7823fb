import { Cascader as LibraryPart } from 'antd';
import { within } from './Library';

export const Cascader = within(LibraryPart);
