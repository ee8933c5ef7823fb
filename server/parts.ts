import fastify from 'fastify';
import type { Foundation, Parts } from './start';

/** What the operator is told once the server answers. */
interface Prepared {
  /** Lines for the terminal: the new owner's account and one-time password, where messages go. */
  readonly notes: readonly string[];
}

/** What the product puts on the foundation: its data, its background work, its http app. */
export const parts: Parts<Prepared> = {
  prepare: async () => ({ notes: [] }),
  startJobs: async () => async () => undefined,
  buildApp: async ({ log }) => fastify({ loggerInstance: log }),
};

/**
 * Gives the owner's account a new one-time password.
 *
 * @returns the lines that tell it
 */
export async function renewOwner(_on: Pick<Foundation, 'db' | 'clock' | 'ids'>): Promise<readonly string[]> {
  return [];
}
