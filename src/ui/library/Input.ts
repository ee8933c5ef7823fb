import { Input as LibraryPart } from 'antd';
import { within } from './Library';

export const Input = Object.assign(within(LibraryPart), {
  Password: within(LibraryPart.Password),
  TextArea: within(LibraryPart.TextArea),
});
