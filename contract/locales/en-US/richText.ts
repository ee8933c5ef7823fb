import type { Texts } from '../types';
import type { richText as source } from '../zh-CN/richText';
import { words } from './words';

export const richText: Texts<typeof source> = {
  toolbar: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  heading2: 'Heading',
  heading3: 'Subheading',
  bulletList: 'Bullet list',
  orderedList: 'Numbered list',
  link: 'Link',
  linkAddress: 'Link address (https://)',
  linkSet: 'Apply',
  linkRemove: 'Remove link',
  linkBad: 'Enter an address that begins with https://',
  picture: words.image,
  pictureFailed: 'The image was not uploaded. Please try again.',
  table: 'Table',
  tableRemove: 'Delete table',
  undo: words.undo,
  redo: words.redo,
  length: '{n} / {max}',
  sensitive: 'Sensitive words: {words}',
};
