import type { Texts } from '../types';
import type { whatIf as source } from '../zh-CN/whatIf';

export const whatIf: Texts<typeof source> = {
  title: 'Simulação',
  help: 'Calcula sobre pedidos reais o que esta versão teria mudado. Nada é cobrado.',
  from: 'De',
  to: 'Até',
  start: 'Calcular',
  cancel: 'Cancelar simulação',
  progress: '{done} de {total} pedidos',
  range: '{from} a {to}',
  orders: 'Pedidos',
  changed: 'Alterados',
  before: 'Tarifa antes',
  after: 'Tarifa depois',
  party: 'Parte',
  change: 'Mudança',
  platform: 'Plataforma',
  stations: 'Estações',
  merchants: 'Comerciantes',
  riders: 'Entregadores',
  byStation: 'Por estação',
  byRider: 'Por entregador',
  noOrders: 'Nenhum pedido no período.',
  noChange: 'Nenhum pedido mudaria.',
  rest: 'mais {n} estações',
};
