/** Orders and their roll-ups: what other modules may ask. */
export {
  dailyFigures,
  dailyMinutes,
  daysBefore,
  hourlyFigures,
  hourlyMinutes,
  type Period,
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
export { capacityToday, gmvSince, orderFigures, ordersToday, runningOrders } from './store';
