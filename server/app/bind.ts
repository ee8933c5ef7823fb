import type { Endpoint } from '../../contract/endpoint';
import { endpoints } from '../../contract/endpoints';
import type { BatchHandler } from '../core/http/bulk';
import type { AnyHandler, Bound } from '../core/http/pipe/call';
import { StartupError } from '../core/startup';
import { moduleHandlers } from '../modules';
import { accountManageBatchHandlers } from '../modules/accountManage';
import { foodLossOwnTransactions } from '../modules/foodLoss';
import { franchisePageOwnTransactions } from '../modules/franchisePage';
import { intakeOwnTransactions } from '../modules/intake';
import { loginOwnTransactions } from '../modules/login';
import { profileOwnTransactions } from '../modules/profile';
import { staffBatchHandlers } from '../modules/staff';
import { teamBatchHandlers } from '../modules/team';
import { userOwnTransactions } from '../modules/user';

/**
 * Binds every endpoint of the contract to its handler. The result's keys are endpoint addresses: URL paths without `/api/`.
 *
 * @throws StartupError when an endpoint has no handler, a handler has no endpoint, or the handler of an idempotent endpoint starts its own
 *   transactions
 */
export function bindAll(): Map<string, Bound> {
  const handlers = moduleHandlers as unknown as Readonly<Record<string, AnyHandler | undefined>>;
  const own: ReadonlySet<string> = new Set([
    ...loginOwnTransactions,
    ...profileOwnTransactions,
    ...intakeOwnTransactions,
    ...foodLossOwnTransactions,
    ...userOwnTransactions,
    ...franchisePageOwnTransactions,
  ]);
  const batchHandlers: Readonly<Record<string, BatchHandler | undefined>> = {
    ...accountManageBatchHandlers,
    ...staffBatchHandlers,
    ...teamBatchHandlers,
  };
  const bounds = new Map<string, Bound>();
  for (const [address, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const handler = handlers[address];
    if (!handler) throw new StartupError(`The endpoint ${address} has no handler: this build is incomplete.`);
    const ownTransaction = own.has(address);
    if (ownTransaction && endpoint.method === 'POST' && endpoint.idempotent) {
      throw new StartupError(`The endpoint ${address} needs one transaction for its effect and its stored answer.`);
    }
    bounds.set(address, { address, endpoint, handler, batchHandler: batchHandlers[address], ownTransaction });
  }
  const foreign = Object.keys(handlers).find((address) => !bounds.has(address));
  if (foreign) throw new StartupError(`The handler ${foreign} answers no endpoint of the contract.`);
  return bounds;
}
