/**
 * Marks the contract that this server was built with: a page that was built with another one may ask for what no longer is. The
 * build writes it into both; where nothing was built it is `dev`, which is compared with nothing.
 */
export const CONTRACT_VERSION: string = process.env.CONTRACT_VERSION || 'dev';
