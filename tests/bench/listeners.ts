import { get, type IncomingMessage } from 'node:http';
import { USER_AGENT } from './client';
import { quantile } from './report';

/** An open event stream. */
interface Line {
  readonly lastId: string | null;
  close(): void;
}

/**
 * Opens an event stream and waits for its first event.
 *
 * @param lastId id of the last event on an earlier stream (`Last-Event-ID`)
 * @throws Error when the server refuses the stream
 */
function openLine(baseURL: string, token: string, lastId: string | null): Promise<Line> {
  const headers: Record<string, string> = {
    'user-agent': USER_AGENT,
    authorization: token,
    accept: 'text/event-stream',
    ...(lastId !== null && { 'last-event-id': lastId }),
  };
  return new Promise((settle, fail) => {
    // Each stream has a separate socket, like streams of different browsers.
    const asked = get(
      `${baseURL}/api/dashboard.Notice/stream`,
      { headers, agent: false },
      (response: IncomingMessage) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
          const id = /^id: ?(.*)$/m.exec(text)?.[1];
          if (!response.headers['content-type']?.startsWith('text/event-stream')) return;
          if (id !== undefined && text.includes('\n\n')) settle({ lastId: id, close: () => asked.destroy() });
        });
        response.on('end', () => fail(new Error(`the line ended: ${text.slice(0, 200)}`)));
        response.on('error', () => undefined);
      },
    );
    asked.on('error', fail);
  });
}

/**
 * Breaks all event streams at the same time and reconnects them immediately, `storms` times.
 *
 * @param tokens session tokens; each session has `each` streams
 * @param storms how often the streams break
 * @returns the number of streams, and the milliseconds of the slowest of the `storms` reconnections: until all streams were open again
 * (`all`), and the 95th percentile of one stream (`p95`)
 */
export async function reconnectStorm(baseURL: string, tokens: readonly string[], each: number, storms: number) {
  const seats = tokens.flatMap((token) => Array.from({ length: each }, () => token));
  let lines = await Promise.all(seats.map((token) => openLine(baseURL, token, null)));
  let worst = { listeners: seats.length, all: 0, p95: 0 };
  for (let storm = 0; storm < storms; storm++) {
    for (const line of lines) line.close();
    const begun = performance.now();
    const known = lines.map(({ lastId }) => lastId);
    const times: number[] = [];
    lines = await Promise.all(
      seats.map(async (token, seat) => {
        const line = await openLine(baseURL, token, known[seat] ?? null);
        times.push(performance.now() - begun);
        return line;
      }),
    );
    const all = Math.max(...times);
    if (all > worst.all) worst = { ...worst, all, p95: quantile(times, 0.95) };
  }
  for (const line of lines) line.close();
  return worst;
}
