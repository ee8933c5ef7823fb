import type { Texts } from '../types';
import type { shell as source } from '../zh-CN/shell';
import { words } from './words';

export const shell: Texts<typeof source> = {
  skip: 'Ir para o conteúdo',
  userMenu: 'Menu de {name}',
  language: words.language,
  appearance: 'Aparência',
  light: 'Claro',
  dark: 'Escuro',
  system: 'Igual ao sistema',
  compact: 'Compacto',
  colorWeak: 'Modo para daltonismo',
  logout: words.signOut,
  collapse: 'Recolher barra lateral',
  expand: 'Expandir barra lateral',
  mainMenu: 'Menu principal',
  moreGroups: words.more,
  breadcrumb: 'Você está aqui',
  continue: 'Continue de onde parou: {title}',
  sessionChanged: 'Outra conta entrou neste navegador; a página foi atualizada',
  loadFailed: 'Não foi possível ler sua conta',
  loadFailedHint: 'Verifique a conexão e tente de novo.',
  monitorTitle: 'Lembrete',
  monitorFound: 'Depuração não autorizada detectada; ela será comunicada. Feche o modo de depuração F12.',
  monitorReport: 'Relatório de monitoramento de operação perigosa',
  monitorReported: 'A depuração foi comunicada e registrada, e esta conta passa a ser acompanhada continuamente.',
  monitorClose: 'Feche o modo de depuração F12 antes de continuar.',
  monitorUnderstood: 'Entendi',
  brandHelp: 'Ajuda da plataforma',
  brandFeedback: words.feedback,
};
