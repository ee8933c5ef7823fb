/** Version of the contract that this console was built with; `dev` without a build. The build sets it (config/tasks/build.mjs). */
export const CONTRACT_VERSION: string = process.env.CONTRACT_VERSION || 'dev';

/** Whether the server was built with another contract. `dev` on either side is never another contract. */
export function isOther(serverVersion: string | null): boolean {
  return (
    serverVersion !== null && ![serverVersion, CONTRACT_VERSION].includes('dev') && serverVersion !== CONTRACT_VERSION
  );
}
