import { commonEndpoints } from './common';
import { dashboardEndpoints } from './dashboard';
import type { DataOf, Endpoint, InputOf } from './endpoint';
import { loginEndpoints } from './login';
import { operationEndpoints } from './operation';
import { siteEndpoints } from './site';
import { teamEndpoints } from './team';

/** Every endpoint of the product by its address without `/api/`. The server refuses to start when one has no handler. */
export const endpoints = {
  ...loginEndpoints,
  ...siteEndpoints,
  ...commonEndpoints,
  ...dashboardEndpoints,
  ...teamEndpoints,
  ...operationEndpoints,
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type Address = keyof Endpoints;
export type ReadAddress = { [A in Address]: Endpoints[A]['method'] extends 'GET' ? A : never }[Address];
export type WriteAddress = Exclude<Address, ReadAddress>;
/** What a caller passes to an address. */
export type Input<A extends Address> = InputOf<Endpoints[A]>;
/** What an address answers as `data`. */
export type Data<A extends Address> = DataOf<Endpoints[A]>;

/** The envelope of every answer (DOMAIN §6.1). Business failures are HTTP 200 with another code. */
export interface Envelope<T> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;
  readonly requestId: string;
}
