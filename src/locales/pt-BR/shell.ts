import type { Texts } from '../i18n';
import type { shell as source } from '../zh-CN/shell';

export const shell: Texts<typeof source> = {
  skip: 'Ir para o conteúdo',
  userMenu: 'Menu de {name}',
  language: 'Idioma',
  appearance: 'Aparência',
  light: 'Claro',
  dark: 'Escuro',
  system: 'Igual ao sistema',
  compact: 'Compacto',
  colorWeak: 'Modo para daltonismo',
  logout: 'Sair',
  settings: 'Ajustes de layout',
  collapse: 'Recolher barra lateral',
  expand: 'Expandir barra lateral',
  mainMenu: 'Menu principal',
  moreGroups: 'Mais',
  breadcrumb: 'Você está aqui',
  continue: 'Continue de onde parou: {title}',
  sessionChanged: 'Outra conta entrou neste navegador; a página foi atualizada',
  loadFailed: 'Não foi possível ler sua conta',
  loadFailedHint: 'Verifique a conexão e tente de novo.',
  offline: 'Você está sem conexão',
};
