import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DataOf } from '../../contract/endpoint';
import type { endpoints } from '../../contract/endpoints';
import type { Outgoing } from '../core/http/pipe/call';
import type { NoticeHub } from '../modules/notice';

/**
 * Maximum number of bytes that a client has not read yet. A client that exceeds this number is disconnected. The browser
 * reconnects and continues at the same position.
 */
const MOST_UNREAD_BYTES = 1024 * 1024;

/** Answer of the stream's endpoint. It contains the start position. */
type StreamStart = DataOf<(typeof endpoints)['dashboard.Notice/stream']>;

/**
 * Turns an answered call into a stream of new notices. The stream continues after `Last-Event-ID`; without that header, it starts at
 * the newest notice.
 *
 * @returns `false` when too many streams are open
 */
export function openStream(hub: NoticeHub, request: FastifyRequest, reply: FastifyReply, outcome: Outgoing): boolean {
  const { accountId, sessionId, locale } = outcome;
  if (!hub.hasRoom(accountId)) return false;
  const { counts, lastEventId } = outcome.answer.data as StreamStart;
  const known = Number(request.headers['last-event-id'] ?? lastEventId);
  // A number above the newest notice's number comes from another database. The stream then starts at the newest notice.
  const seq = Number.isSafeInteger(known) && known >= 0 && known <= lastEventId ? known : lastEventId;
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    // Proxies must neither buffer nor compress the stream.
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
