import type { Texts } from '../types';
import type { hourStore as source } from '../zh-CN/hourStore';
import { words } from './words';

export const hourStore: Texts<typeof source> = {
  tab: 'Unidades',
  keywordHint: 'ID ou nome da unidade',
  keyword: words.store,
  shopStoreId: 'ID da unidade',
  name: words.store,
  shopId: words.shopId,
  shopName: words.shop,
  teamId: 'Estação vinculada',
  isBound: 'Vinculada',
  isOpen: 'Aberta',
  address: words.address,
  syncedAt: 'Sincronizada em',
  unbound: words.notBound,
  unboundNotice:
    '{n, plural, one {# unidade não está vinculada} other {# unidades não estão vinculadas}} a uma estação: as consultas são recusadas como erro de configuração.',
  bind: words.bindStation,
  unbind: 'Desvincular estação',
  unbindText: 'Desvincular {names}? As consultas passam a ser recusadas.',
  test: 'Testar consulta',
  testHelp: 'Usa a estação, os entregadores e as regras de preço atuais. Nada é salvo nem enviado à plataforma.',
  distance: 'Distância (m)',
  weight: 'Peso (g)',
  goods: words.goods,
  passed: words.passed,
  failed: words.notPassed,
  empty: 'As unidades aparecem aqui quando você sincroniza uma loja.',
};
