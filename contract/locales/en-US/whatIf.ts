import type { Texts } from '../types';
import type { whatIf as source } from '../zh-CN/whatIf';
import { words } from './words';

export const whatIf: Texts<typeof source> = {
  title: 'What-if',
  help: 'Uses real past orders to calculate what this version would have changed. Nothing is charged.',
  from: 'From',
  to: 'To',
  start: words.calculate,
  cancel: words.cancelWhatIf,
  progress: '{done} of {total} orders',
  range: '{from} to {to}',
  orders: words.orders,
  changed: 'Changed',
  before: 'Fee before',
  after: 'Fee after',
  party: 'Party',
  change: 'Change',
  platform: words.platform,
  stations: words.stations,
  merchants: words.merchants,
  riders: words.riders,
  byStation: words.byStation,
  byRider: 'By rider',
  noOrders: 'No orders in this range.',
  noChange: 'No order would change.',
  rest: '{n, plural, one {# more station} other {# more stations}}',
  onlyRiders: 'Only the first {n} riders are shown',
};
