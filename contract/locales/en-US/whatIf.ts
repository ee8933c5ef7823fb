import type { Texts } from '../types';
import type { whatIf as source } from '../zh-CN/whatIf';

export const whatIf: Texts<typeof source> = {
  title: 'What-if',
  help: 'Calculates over real past orders what this version would have changed. Nothing is charged.',
  from: 'From',
  to: 'To',
  start: 'Calculate',
  cancel: 'Cancel what-if',
  progress: '{done} of {total} orders',
  range: '{from} to {to}',
  orders: 'Orders',
  changed: 'Changed',
  before: 'Fee before',
  after: 'Fee after',
  party: 'Party',
  change: 'Change',
  platform: 'Platform',
  stations: 'Stations',
  merchants: 'Merchants',
  riders: 'Riders',
  byStation: 'By station',
  byRider: 'By rider',
  noOrders: 'No orders in this range.',
  noChange: 'No order would change.',
  rest: '{n} more stations',
};
