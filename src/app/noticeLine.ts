import { UNATTENDED_HEADER } from '@contract/limits';
import { getLocale } from '@/app/i18n/i18n';
import { serverAddress } from './windowSettings';

/** Reason why a connection ended. `expired`: the session has expired · `broken`: any other reason. */
type Ending = 'broken' | 'expired';

/** A connection to the stream of notices. */
interface Line {
  readonly token: string;
  /** Number of the last received message. The server sends all later messages. `null` requests only new messages. */
  readonly lastId: string | null;
  readonly controller: AbortController;
  /** Handles a message. @returns `false` if it was the last message */
  readonly take: (event: string, id: string | null, data: string) => boolean;
}

const ADDRESS = '/api/dashboard.Notice/stream';
const EXPIRED = 401;
/** Milliseconds without data after which the connection counts as broken. The server sends a heartbeat every 15 s. */
const SILENCE_MS = 45_000;

/**
 * Parses the chunks of the stream into messages. A message has an event name, an id (`null` if missing) and data. Parts without an event
 * name, such as heartbeats, are skipped.
 */
function createReader(tell: (event: string, id: string | null, data: string) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const parts = (rest + chunk).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const lines = part.split('\n');
      const of = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;
      const event = of('event');
      if (event !== null) tell(event, of('id'), of('data') ?? 'null');
    }
  };
}

const connect = ({ token, lastId, controller }: Line): Promise<Response> =>
  fetch(serverAddress(ADDRESS), {
    credentials: 'same-origin',
    cache: 'no-store',
    signal: controller.signal,
    headers: {
      accept: 'text/event-stream',
      authorization: token,
      'accept-language': getLocale(),
      [UNATTENDED_HEADER]: '1',
      ...(lastId !== null && { 'last-event-id': lastId }),
    },
  });

/** Reads a connection until it ends. Aborts the connection if no data arrive for `SILENCE_MS`. */
export async function listen(line: Line): Promise<Ending> {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(silence);
    silence = setTimeout(() => line.controller.abort(), SILENCE_MS);
  };
  try {
    alive();
    const response = await connect(line);
    if (response.status === EXPIRED) return 'expired';
    if (!response.ok || !response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
      const body = (await response.json().catch(() => null)) as { code?: unknown } | null;
      return body?.code === EXPIRED ? 'expired' : 'broken';
    }
    let isOver = false;
    const read = createReader((event, id, data) => {
      if (!line.take(event, id, data)) isOver = true;
    });
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return isOver ? 'expired' : 'broken';
      alive();
      read(decoder.decode(value, { stream: true }));
      if (isOver) return 'expired';
    }
  } catch {
    return 'broken';
  } finally {
    clearTimeout(silence);
  }
}
