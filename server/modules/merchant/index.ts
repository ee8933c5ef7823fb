/** Merchants: reference data from the ordering system (docs/orders.md, DOMAIN §9.8). */
export { merchantHandlers } from './handlers';
