import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONTRACT_VERSION } from '../core/http/contract-version';
import type { Answer } from '../core/http/envelope';

/** Sends an answer with its request id and the version of the contract. */
export function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .header('x-contract-version', CONTRACT_VERSION)
    .send(JSON.stringify({ ...answer, requestId: request.id }));
}
