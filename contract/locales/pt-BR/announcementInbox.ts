import type { Texts } from '../types';
import type { announcementInbox as source } from '../zh-CN/announcementInbox';

export const announcementInbox: Texts<typeof source> = {
  tab: 'Comunicados',
  tabUnread: 'Comunicados ({n})',
  empty: 'Os comunicados que você recebe aparecem aqui.',
  unread: 'Não lido',
  toConfirm: 'A confirmar',
  confirmed: 'Confirmado',
  more: 'Todos os comunicados',
  dialog: 'Comunicado',
  revision: 'Este comunicado substitui outro que foi retirado ou expirou.',
  attachments: 'Anexos',
  quiz: 'Responda a estas perguntas',
  question: '{n}. {question}',
  confirm: 'Confirmar',
  confirmDefault: 'Li e entendi',
  answerAll: 'Responda a cada pergunta',
  confirmDone: '{name} confirmado',
  close: 'Fechar',
  later: 'Ler depois',
  blocking: 'Confirme este comunicado urgente antes de continuar.',
  signOut: 'Sair',
  progress: '{n} de {total}',
  failed: 'O comunicado não pode ser exibido agora.',
};
