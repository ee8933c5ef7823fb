import { Checkbox as LibraryPart } from 'antd';
import { within } from './Library';

export const Checkbox = Object.assign(within(LibraryPart), { Group: within(LibraryPart.Group) });
