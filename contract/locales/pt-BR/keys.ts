import type { Texts } from '../types';
import type { keys as source } from '../zh-CN/keys';
import { words } from './words';

export const keys: Texts<typeof source> = {
  title: 'Atalhos de teclado',
  single: 'Usar atalhos de uma tecla',
  singleHelp: 'Quando desligado, só funcionam os atalhos com Ctrl ou ⌘.',
  close: 'Fechar o que está por cima',
  down: 'Próxima linha',
  up: 'Linha anterior',
  open: 'Abrir a linha',
  search: 'Ir para os filtros',
  groupRecord: 'Este registro',
  groupSelection: 'Registros selecionados',
  groupPage: 'Esta página',
  groupViews: words.views,
  groupPages: 'Ir para',
  groupElsewhere: 'Em outras páginas',
  groupConsole: 'Console',
};
