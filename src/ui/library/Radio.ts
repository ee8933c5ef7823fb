import { Radio as LibraryPart } from 'antd';
import { within } from './Library';

export const Radio = Object.assign(within(LibraryPart), { Group: within(LibraryPart.Group) });
