/** Marks the contract that this console was built with; `dev` where nothing was built. The build writes it (config/tasks/build.mjs). */
export const CONTRACT_VERSION: string = process.env.CONTRACT_VERSION || 'dev';

/** Whether a server was built with another contract. `dev` on either side is compared with nothing. */
export function isOther(serverVersion: string | null): boolean {
  return (
    serverVersion !== null && ![serverVersion, CONTRACT_VERSION].includes('dev') && serverVersion !== CONTRACT_VERSION
  );
}
