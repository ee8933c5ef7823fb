import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A load balancer in front of several processes, like the one in deploy/nginx.conf. */
export interface Balancer {
  /** Base URL: `http://127.0.0.1:<port>`. */
  readonly address: string;
  close(): Promise<void>;
}

export interface Target {
  /** Base URL: `http://127.0.0.1:<port>`. */
  readonly address: string;
  /** URL of the readiness probe: `http://127.0.0.1:<port>/ready`. */
  readonly ready: string;
}

/** Interval of the readiness probes, in milliseconds. */
const READY_EVERY_MS = 200;
/** Timeout of a readiness probe, in milliseconds. A process that answers later is not ready. */
const READY_MS = 1_000;

const isReady = ({ ready }: Target): Promise<boolean> =>
  fetch(ready, { signal: AbortSignal.timeout(READY_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Distributes requests round-robin over the ready processes. Each request has a new connection. If a connection fails, the next
 * process is tried. If a connection breaks, only reads are repeated: a change that may have arrived is never sent twice.
 *
 * @param targets base URL and readiness URL of each process
 */
export async function startBalancer(targets: readonly Target[]): Promise<Balancer> {
  let turn = 0;
  let ready = targets.map(({ address }) => address);
  const ask = setInterval(async () => {
    const answers = await Promise.all(targets.map(isReady));
    const found = targets.filter((_, index) => answers[index]).map(({ address }) => address);
    // If no process is ready, the requests are distributed over all processes.
    ready = found.length > 0 ? found : targets.map(({ address }) => address);
  }, READY_EVERY_MS);
  const server = createServer((incoming, outgoing) => {
    turn += 1;
    pass(incoming, outgoing, ready, turn, ready.length);
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((settle) => {
        clearInterval(ask);
        server.close(() => settle());
        server.closeAllConnections();
      }),
  };
}

/** Finds an unused TCP port on loopback. Another process may take the port before the caller uses it. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((settle) => probe.listen(0, '127.0.0.1', settle));
  const { port } = probe.address() as AddressInfo;
  await new Promise((settle) => probe.close(settle));
  return port;
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  targets: readonly string[],
  turn: number,
  tries: number,
): void {
  const { hostname, port } = new URL(targets[turn % targets.length] ?? '');
  const { method = 'GET', url = '/', headers } = incoming;
  const sent = request({
    agent: false,
    hostname,
    port,
    method,
    path: url,
    headers: { ...headers, connection: 'close' },
  });
  sent.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  sent.on('error', (error: NodeJS.ErrnoException) => {
    const isRead = method === 'GET' && !outgoing.headersSent;
    if ((error.code === 'ECONNREFUSED' || isRead) && tries > 1)
      return pass(incoming, outgoing, targets, turn + 1, tries - 1);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end(JSON.stringify({ code: 502, msg: `${error.code} at ${port}` }));
  });
  // Send the body only after the connection is open. Otherwise a refused connection would consume the start of the body.
  sent.on('socket', (socket) => socket.once('connect', () => incoming.pipe(sent)));
}
