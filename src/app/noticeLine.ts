import { UNATTENDED_HEADER } from '@contract/limits';
import { getLocale } from '@/app/i18n/i18n';
import { serverAddress } from './windowSettings';

/** How a line ended: `expired` with its session, `broken` in any other way. */
type Ending = 'broken' | 'expired';

/** One connection to the stream of notices. */
interface Line {
  readonly token: string;
  /** Number of the last message that arrived: those after it come. Null: only new ones. */
  readonly lastId: string | null;
  /** Ends the line. */
  readonly controller: AbortController;
  /** Takes a message; false: it was the last one. */
  readonly take: (event: string, id: string | null, data: string) => boolean;
}

const ADDRESS = '/api/dashboard.Notice/stream';
const EXPIRED = 401;
/** The server shows a sign of life every 15 s; without any for so long the line is dead, whatever the browser thinks. */
const SILENCE_MS = 45_000;

/** Splits what arrives into messages, each a name, a number and its data. */
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

/** Listens on one line until it ends. A line without a sign of life is ended. */
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
