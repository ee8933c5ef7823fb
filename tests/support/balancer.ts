import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy before several processes, as deploy/nginx.conf describes one. */
export interface Balancer {
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Takes the processes in turn, each request over a connection of its own. Where none comes about the next process is tried, and for
 * a read also where it breaks; a change that may have arrived is never sent twice.
 *
 * @param targets addresses of the processes
 */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    turn += 1;
    pass(incoming, outgoing, targets, turn, targets.length);
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
        server.closeAllConnections();
      }),
  };
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
  // The body is sent once there is a connection, so that nothing of it is lost to one that was refused.
  sent.on('socket', (socket) => socket.once('connect', () => incoming.pipe(sent)));
}
