import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DataOf } from '../../contract/endpoint';
import type { endpoints } from '../../contract/endpoints';
import type { Outgoing } from '../core/http/pipe/call';
import type { NoticeHub } from '../modules/notice';

/** A client that reads too slowly is disconnected. Its browser reconnects and continues where it was. */
const MOST_UNREAD_BYTES = 1024 * 1024;

/** The stream's endpoint has answered: the position to start from. */
type StreamStart = DataOf<(typeof endpoints)['dashboard.Notice/stream']>;

/**
 * Turns an answered call into a stream of new notices. It continues after `Last-Event-ID`, or starts now.
 *
 * @returns false where too many are open
 */
export function openStream(hub: NoticeHub, request: FastifyRequest, reply: FastifyReply, outcome: Outgoing): boolean {
  const { accountId, sessionId, locale } = outcome;
  if (!hub.hasRoom(accountId)) return false;
  const { counts, lastEventId } = outcome.answer.data as StreamStart;
  const known = Number(request.headers['last-event-id'] ?? lastEventId);
  // A number that this feed has not reached comes from another database: from now on, then.
  const seq = Number.isSafeInteger(known) && known >= 0 && known <= lastEventId ? known : lastEventId;
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    // Nothing between may keep it back or pack it.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  raw.flushHeaders();
  const remove = hub.add(
    {
      accountId,
      sessionId,
      locale,
      seq,
      send(text) {
        if (raw.destroyed || raw.writableLength > MOST_UNREAD_BYTES) return false;
        raw.write(text);
        return true;
      },
      end: () => raw.end(),
    },
    counts,
  );
  raw.on('close', remove);
  return true;
}
