import type { Texts } from '../types';
import type { undo as source } from '../zh-CN/undo';
import { words } from './words';

export const undo: Texts<typeof source> = {
  mine: 'Minhas últimas ações',
  undo: words.undo,
  undoNamed: 'Desfazer “{name}”',
  intro:
    'Suas ações do último dia. Algumas podem ser desfeitas em até 10 minutos; a ação contrária é então executada e também registrada.',
  none: 'Nenhuma ação no último dia',
  until: 'Pode ser desfeita até',
  several: '{count} registros',
  some: '{left} de {count} registros ainda podem ser desfeitos',
};
