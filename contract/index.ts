import type { DataOf, InputOf } from './endpoint';
import type { endpoints } from './endpoints';

export type Endpoints = typeof endpoints;
export type Address = keyof Endpoints;
export type ReadAddress = { [A in Address]: Endpoints[A]['method'] extends 'GET' ? A : never }[Address];
export type WriteAddress = Exclude<Address, ReadAddress>;
/** Type of an endpoint's input, by endpoint name. */
export type Input<A extends Address> = InputOf<Endpoints[A]>;
/** Type of `data` in an endpoint's response, by endpoint name. */
export type Data<A extends Address> = DataOf<Endpoints[A]>;

/** The envelope of API responses (DOMAIN §6.1). Business errors have HTTP status 200, and a `code` that is not a success code. */
export interface Envelope<T> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;
  readonly requestId: string;
}
