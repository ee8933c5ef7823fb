import type { Texts } from '../types';
import type { palette as source } from '../zh-CN/palette';

export const palette: Texts<typeof source> = {
  title: 'Paleta de comandos',
  button: 'Buscar',
  placeholder: 'Buscar páginas, ações, estações, pessoas…',
  recent: 'Recentes',
  record1: 'Registro',
  records: 'Registros',
  team: 'Estações',
  staff: 'Equipe',
  account: 'Contas',
  identity: 'Identidades',
  record: 'Registros de operação',
  all: '{kind}: tudo com “{text}”',
  waiting: 'Buscando…',
  nothing: 'Nada encontrado para “{text}”',
  kinds: 'Também buscamos em: {kinds}. Tente outro nome, um número ou os primeiros dígitos do telefone.',
  failed: 'A busca falhou',
  retry: 'Pressione Enter para tentar de novo',
  count: '{n, plural, one {# resultado} other {# resultados}}',
  footMove: 'para mover',
  footPick: 'para abrir',
  footApart: 'em nova aba',
};
