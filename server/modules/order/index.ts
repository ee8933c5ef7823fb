/** Orders: what other modules may ask. */
export { capacityToday, gmvSince, orderFigures, ordersToday, runningOrders } from './store';
