import type { Texts } from '../types';
import type { report as source } from '../zh-CN/report';
import { words } from './words';

export const report: Texts<typeof source> = {
  open: words.reportAProblem,
  title: words.reportAProblem,
  what: 'O que aconteceu',
  whatHelp: 'O que você queria fazer e o que viu. Não escreva senhas nem códigos.',
  tooShort: 'Escreva pelo menos {n} caracteres',
  attached: 'Enviado junto',
  page: words.page,
  version: words.contractVersion,
  browser: words.browser,
  screen: 'Janela',
  calls: words.lastCalls,
  noCalls: 'Nenhuma ainda',
  picture: 'Anexar a captura de tela',
  pictureHelp: 'Textos, números, campos e imagens estão cobertos; ficam só a estrutura e os títulos.',
  pictureAlt: 'Captura de tela mascarada da página',
  pictureMaking: 'Gerando a captura de tela…',
  pictureFailed: 'Não foi possível gerar a captura de tela; você pode enviar o relato sem ela.',
  send: words.send,
  saveFile: 'Salvar como arquivo',
  mail: 'Escrever ao suporte',
  mailHelp:
    '“Escrever ao suporte” guarda o relato aqui e abre seu programa de e-mail com uma mensagem para {to}. Um link de e-mail não leva a captura de tela; por isso o relato também é salvo como arquivo: anexe-o à mensagem.',
  mailSubject: 'Relato de problema: {page}',
  mailSubjectNumbered: 'Relato de problema {n}: {page}',
  mailAttach: 'Anexe o arquivo {name}.',
  mailCut: '(o restante está no arquivo)',
  mailCalls: 'IDs das últimas requisições',
  mailOnly:
    'Este console não recebeu o relato: {why}. A mensagem para {to} está pronta mesmo assim, e o arquivo foi salvo.',
  failed: 'Não foi enviado: {why}. O texto foi mantido; tente de novo ou salve como arquivo.',
  noAnswer: 'o servidor não respondeu',
};
