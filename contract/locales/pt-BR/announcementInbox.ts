import type { Texts } from '../types';
import type { announcementInbox as source } from '../zh-CN/announcementInbox';
import { words } from './words';

export const announcementInbox: Texts<typeof source> = {
  tab: words.announcements,
  tabUnread: 'Comunicados ({n})',
  empty: words.announcementsAppearHere,
  unread: 'Não lido',
  toConfirm: words.awaitingConfirmation,
  confirmed: words.confirmed,
  more: 'Ver todos os comunicados',
  dialog: words.announcement,
  revision: 'Este comunicado substitui outro que foi retirado ou expirou.',
  attachments: words.attachments,
  quiz: 'Responda a estas perguntas',
  question: '{n}. {question}',
  confirm: 'Confirmar',
  confirmDefault: 'Li e entendi',
  answerAll: 'Responda a cada pergunta',
  confirmDone: '{name} confirmado',
  close: words.close,
  later: 'Ler depois',
  blocking: 'Confirme este comunicado urgente antes de continuar.',
  signOut: words.signOut,
  progress: '{n} de {total}',
  failed: 'O comunicado não pode ser exibido agora.',
};
