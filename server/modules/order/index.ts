/** Orders and their roll-ups: what other modules may ask. */
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
export { refreshRollUps, rollUp } from './roll-up';
export {
  type Figures,
  LATE_MINUTES,
  type MinutesCount,
  medianMinutes,
  SOURCE_COLUMNS,
  shareBp,
  UNASSIGNED_MINUTES,
} from './rules';
export {
  capacityToday,
  gmvSince,
  orderFigures,
  ordersInNeed,
  ordersToday,
  runningOrders,
  unassignedByTeam,
} from './store';
