import type { Texts } from '../types';
import type { undo as source } from '../zh-CN/undo';
import { words } from './words';

export const undo: Texts<typeof source> = {
  mine: 'Minhas últimas ações',
  undo: words.undo,
  undoNamed: 'Desfazer “{name}”',
  intro:
    'O que você fez no último dia. O que pode ser desfeito, pode em até 10 minutos: pela ação contrária, que também fica registrada.',
  none: 'Você não fez nada no último dia',
  until: 'Até',
  several: '{count} registros',
  some: '{left} de {count} registros ainda podem ser desfeitos',
};
