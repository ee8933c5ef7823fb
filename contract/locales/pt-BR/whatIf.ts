import type { Texts } from '../types';
import type { whatIf as source } from '../zh-CN/whatIf';
import { words } from './words';

export const whatIf: Texts<typeof source> = {
  title: 'Simulação',
  help: 'Calcula sobre pedidos reais o que esta versão teria mudado. Nada é cobrado.',
  from: 'De',
  to: 'Até',
  start: words.calculate,
  cancel: words.cancelWhatIf,
  progress: '{done} de {total} pedidos',
  range: '{from} a {to}',
  orders: words.orders,
  changed: 'Alterados',
  before: 'Tarifa antes',
  after: 'Tarifa depois',
  party: 'Parte',
  change: 'Mudança',
  platform: words.platform,
  stations: words.stations,
  merchants: words.merchants,
  riders: words.riders,
  byStation: words.byStation,
  byRider: 'Por entregador',
  noOrders: 'Nenhum pedido no período.',
  noChange: 'Nenhum pedido mudaria.',
  rest: '{n, plural, one {mais # estação} other {mais # estações}}',
  onlyRiders: 'Só os primeiros {n} entregadores aparecem',
};
