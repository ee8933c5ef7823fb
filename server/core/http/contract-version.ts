/**
 * Version of the contract that this server was built with. A page of another version may call endpoints that no longer exist. The
 * build writes the version into page and server. Without a build, the version is `dev` and is not compared.
 */
export const CONTRACT_VERSION: string = process.env.CONTRACT_VERSION || 'dev';
