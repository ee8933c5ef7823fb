/** Contract version with which this console was built. The build sets it (config/tasks/build.mjs); without a build it is `dev`. */
export const CONTRACT_VERSION: string = process.env.CONTRACT_VERSION || 'dev';

/** Tests whether the server was built with another contract. If either version is `dev`, the contracts count as the same. */
export function isOther(serverVersion: string | null): boolean {
  return (
    serverVersion !== null && ![serverVersion, CONTRACT_VERSION].includes('dev') && serverVersion !== CONTRACT_VERSION
  );
}
