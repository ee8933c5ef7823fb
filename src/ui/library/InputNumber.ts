import { type InputNumberProps, InputNumber as LibraryPart } from 'antd';
import { within } from './Library';

export const InputNumber = within<InputNumberProps<number>>(LibraryPart);
