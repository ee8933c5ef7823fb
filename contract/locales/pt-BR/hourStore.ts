import type { Texts } from '../types';
import type { hourStore as source } from '../zh-CN/hourStore';

export const hourStore: Texts<typeof source> = {
  tab: 'Unidades',
  keywordHint: 'ID ou nome da unidade',
  keyword: 'Unidade',
  shopStoreId: 'ID da unidade',
  name: 'Unidade',
  shopId: 'ID da loja',
  shopName: 'Loja',
  teamId: 'Estação vinculada',
  isBound: 'Vinculada',
  isOpen: 'Aberta',
  address: 'Endereço',
  syncedAt: 'Sincronizada em',
  unbound: 'Não vinculada',
  unboundNotice:
    '{n, plural, one {# unidade não está vinculada} other {# unidades não estão vinculadas}} a uma estação: as consultas são recusadas como erro de configuração.',
  bind: 'Vincular estação',
  unbind: 'Desvincular estação',
  unbindText: 'Desvincular {names}? As consultas passam a ser recusadas.',
  test: 'Testar consulta',
  testHelp: 'Responde com a estação, os entregadores e as regras deste momento. Nada é guardado nem enviado.',
  distance: 'Distância (m)',
  weight: 'Peso (g)',
  goods: 'Produtos',
  passed: 'Aprovado',
  failed: 'Reprovado',
  empty: 'As unidades aparecem aqui quando você sincroniza uma loja.',
};
