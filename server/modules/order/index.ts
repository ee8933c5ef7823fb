/** Orders and their roll-ups: the exports for other modules. */
export {
  dailyFigures,
  dailyMinutes,
  hourlyFigures,
  hourlyMinutes,
  periodFigures,
  periodMinutes,
  riderSums,
  rollUpState,
  type TeamFilter,
  teamSums,
} from './figures';
export {
  cancelledInEscrow,
  changeOrder,
  type OrderKey,
  type OrderRow,
  ordersForUpdate,
  saveOrders,
  takeBackRefund,
} from './intake-store';
export { complaintsOf, openLossesOf, openLossesOfRider, openLossesOfUser } from './losses';
export { isOrder } from './order-key';
export { refreshRollUps, rollUp } from './roll-up';
export { type Figures, type MinutesCount, medianMinutes, type OrderSource, shareBp } from './rules';
export { ORDER_COSTS, orderCosts, orderSnapshot } from './snapshot';
export {
  capacityToday,
  gmvSince,
  joinOrdersToday,
  orderFigures,
  ordersInNeed,
  ordersToday,
  runningOrders,
  unassignedByTeam,
} from './store';
export {
  habitsOf,
  monthsOf,
  orderLine,
  orderNosSeen,
  ordersElsewhere,
  ordersOf,
  runningOrdersOf,
} from './user-orders';
