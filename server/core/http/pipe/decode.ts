import { decodeBody, decodeQuery } from '../decode';
import { Refusal } from '../refusal';
import type { Call } from './call';

/**
 * Step 1: reads the query or the body.
 *
 * @throws Refusal 40002 when the input is not a JSON object of storable text · the reason in `incoming.body` when the body could not be
 *   read
 */
export function decodeInput(call: Call): Call {
  return { ...call, raw: read(call) };
}

function read({ bound, incoming }: Call): Record<string, unknown> {
  if (bound.endpoint.method === 'GET') return decodeQuery(incoming.query);
  const { body } = incoming;
  if (body instanceof Refusal) throw body;
  if (body === null || Buffer.isBuffer(body)) return decodeBody(body);
  return decodeQuery(body);
}
