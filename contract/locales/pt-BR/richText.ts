import type { Texts } from '../types';
import type { richText as source } from '../zh-CN/richText';
import { words } from './words';

export const richText: Texts<typeof source> = {
  toolbar: 'Formatação',
  bold: 'Negrito',
  italic: 'Itálico',
  heading2: 'Título',
  heading3: 'Subtítulo',
  bulletList: 'Lista com marcadores',
  orderedList: 'Lista numerada',
  link: 'Link',
  linkAddress: 'Endereço do link (https://)',
  linkSet: 'Aplicar',
  linkRemove: 'Remover link',
  linkBad: 'Informe um endereço que comece com https://',
  picture: words.image,
  pictureFailed: 'A imagem não foi enviada. Tente de novo.',
  table: 'Tabela',
  tableRemove: 'Excluir tabela',
  undo: words.undo,
  redo: words.redo,
  length: '{n} / {max}',
  sensitive: 'Palavras sensíveis: {words}',
};
