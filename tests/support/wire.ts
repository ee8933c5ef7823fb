import type { CDPSession } from '@playwright/test';

interface Transfer {
  bytes: number;
  end: number;
  isScript: boolean;
  readonly clockOffset: number;
}

/** Records network transfers with the DevTools protocol. The end of a transfer is in milliseconds since 1970. */
export class Wire {
  private readonly open = new Map<string, Transfer>();
  private readonly done: Transfer[] = [];
  lastChange = performance.now();

  constructor(session: CDPSession) {
    session.on('Network.requestWillBeSent', ({ requestId, request, wallTime, timestamp }) => {
      if (!request.url.startsWith('http')) return;
      this.open.set(requestId, { bytes: 0, end: 0, isScript: false, clockOffset: wallTime - timestamp });
      this.lastChange = performance.now();
    });
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const transfer = this.open.get(requestId);
      if (transfer) transfer.isScript = /javascript|ecmascript/.test(response.mimeType);
    });
    const finish = (requestId: string, timestamp: number, bytes: number) => {
      const transfer = this.open.get(requestId);
      if (!transfer) return;
      this.open.delete(requestId);
      transfer.bytes = bytes;
      transfer.end = (timestamp + transfer.clockOffset) * 1000;
      this.done.push(transfer);
      this.lastChange = performance.now();
    };
    session.on('Network.loadingFinished', (e) => finish(e.requestId, e.timestamp, e.encodedDataLength));
    session.on('Network.loadingFailed', (e) => finish(e.requestId, e.timestamp, 0));
  }

  get isQuiet(): boolean {
    return this.open.size === 0 && performance.now() - this.lastChange > 500;
  }

  /** Sums the scripts that arrived by `end`. @returns KiB, including headers */
  scriptsUntil(end: number): number {
    const arrived = this.done.filter((transfer) => transfer.isScript && transfer.end <= end);
    return arrived.reduce((sum, transfer) => sum + transfer.bytes, 0) / 1024;
  }
}
