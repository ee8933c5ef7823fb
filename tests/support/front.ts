import { createServer, type Server, request as send } from 'node:http';

/** A proxy in front of the console. It forwards all requests and changes responses for a test. */
export interface Front {
  readonly baseURL: string;
  /** Changes the response text of a path for all later requests. */
  alter(path: string, change: (text: string) => string): void;
  close(): void;
}

/** Starts the proxy. @param target base URL of the console */
export async function startFront(target: string): Promise<Front> {
  const changes = new Map<string, (text: string) => string>();
  const back = new URL(target);
  const server: Server = createServer((request, response) => {
    const change = changes.get((request.url ?? '/').split('?', 1)[0] ?? '/');
    const headers = { ...request.headers, ...(change && { 'accept-encoding': 'identity' }) };
    const onward = send(
      { host: back.hostname, port: back.port, path: request.url, method: request.method, headers },
      (answer) => {
        const status = answer.statusCode ?? 500;
        if (!change) {
          response.writeHead(status, answer.headers);
          answer.pipe(response);
          return;
        }
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () => {
          const { 'content-length': _length, ...others } = answer.headers;
          response.writeHead(status, others);
          response.end(change(text));
        });
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  const port = await new Promise<number>((settle) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      settle(typeof address === 'object' && address ? address.port : 0);
    });
  });
  return {
    baseURL: `http://127.0.0.1:${port}`,
    alter: (path, change) => changes.set(path, change),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
