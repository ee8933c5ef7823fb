import type { Texts } from '../types';
import type { serviceNumber as source } from '../zh-CN/serviceNumber';
import { words } from './words';

export const serviceNumber: Texts<typeof source> = {
  menuTab: words.customMenu,
  replyTab: 'Respostas',
  publish: words.publishMenu,
  publishText: 'Após a publicação, todos os seguidores veem o novo menu.',
  published: 'Versão {version}, publicada por {name}',
  neverPublished: 'Nenhum menu foi publicado ainda.',
  addTop: 'Adicionar item',
  addSub: 'Adicionar subitem',
  remove: words.removeName,
  up: 'Mover {name} para cima',
  entry: 'Item {n}',
  subEntry: 'Subitem {n}',
  name: words.name,
  type: words.menuAction,
  type_view: words.openPage,
  type_click: words.answerWithReply,
  type_miniprogram: words.openMiniProgram,
  url: words.webAddress,
  key: words.keyword,
  appId: words.miniProgramAppId,
  page: words.miniProgramPage,
  empty: 'Adicione até 3 itens, cada um com até 5 subitens.',
  nameTooLong: words.atMostCharacters,
  verify: words.verifyServerAddress,
  menuReadOnly: 'Você pode ver o menu, mas não tem permissão para alterá-lo.',
};
