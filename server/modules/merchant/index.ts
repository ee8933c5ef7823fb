/** Merchants: reference data that the ordering system sends (docs/orders.md, DOMAIN §9.8). */
export { merchantHandlers } from './handlers';
