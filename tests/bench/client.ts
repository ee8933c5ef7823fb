import { Agent, request } from 'node:http';

/** User agent of the bench's sessions. A session is bound to its user agent. */
export const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** A dummy key of the measured servers. Programs that encrypt secrets for a server must use the key of that server. */
export const SECRET_KEY = '00'.repeat(32);

/** A call's result with its duration. */
export interface Timed {
  /** Code of the response envelope, or 0 for a response without an envelope. */
  readonly code: number;
  /** Time from sending the request to the last byte of the response. */
  readonly milliseconds: number;
  readonly data: unknown;
}

/** One user's connection: one keep-alive socket, one call at a time. */
export class Client {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly baseURL: string,
    private readonly token: string,
  ) {}

  get(address: string, query: string): Promise<Timed> {
    return this.send('GET', `/api/${address}${query === '' ? '' : `?${query}`}`, null);
  }

  post(address: string, body: object): Promise<Timed> {
    return this.send('POST', `/api/${address}`, JSON.stringify(body));
  }

  close(): void {
    this.agent.destroy();
  }

  private send(method: string, path: string, body: string | null): Promise<Timed> {
    const headers: Record<string, string> = { 'user-agent': USER_AGENT, authorization: this.token };
    if (body !== null) {
      headers['content-type'] = 'application/json';
      headers['idempotency-key'] = crypto.randomUUID();
    }
    const { hostname, port } = new URL(this.baseURL);
    const begun = performance.now();
    return new Promise((settle, fail) => {
      const sent = request({ agent: this.agent, hostname, port, method, path, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', fail);
        response.on('end', () => {
          const milliseconds = performance.now() - begun;
          const { code, data } = parse(Buffer.concat(parts).toString());
          settle({ code, data, milliseconds });
        });
      });
      sent.on('error', fail);
      sent.end(body ?? undefined);
    });
  }
}

function parse(text: string): { code: number; data: unknown } {
  try {
    const body = JSON.parse(text) as { code?: number; data?: unknown };
    return { code: body.code ?? 0, data: body.data };
  } catch {
    return { code: 0, data: null };
  }
}
