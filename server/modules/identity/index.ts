export { findIdentities } from './find';
export { assertWithinOwn, beyondOwn } from './grants';
export { identityHandlers } from './handlers';
