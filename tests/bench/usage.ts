import { readFileSync } from 'node:fs';
import { postgresOn } from '../crash/processes';

/** Measures memory and processor time of processes, with Linux's /proc. */

/** Ticks per second of the times in /proc (`getconf CLK_TCK`). */
const TICKS = 100;

/** Reads the resident memory of a process, in megabytes. */
export function residentMB(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? Number.NaN) / 1_024;
}

/** Reads the CPU seconds of a process, its threads and its finished children (proc(5), fields 14–17). The resolution is 0.01 s. */
function processorSeconds(pid: number): number {
  // Split after the program name, because the name may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / TICKS;
}

/** Processor time in seconds. */
export interface Usage {
  /** Seconds of each server process. */
  readonly servers: readonly number[];
  readonly postgres: number;
  /** Seconds of this process, which contains the bench and its clients. */
  readonly clients: number;
}

function readUsage(servers: readonly number[], dataDir: string): Usage {
  const { user, system } = process.cpuUsage();
  return {
    servers: servers.map(processorSeconds),
    postgres: postgresSeconds(dataDir),
    clients: (user + system) / 1_000_000,
  };
}

/** Starts to measure processor time. @param servers process ids @returns a function that returns the time used since the start */
export function startUsage(servers: readonly number[], dataDir: string): () => Usage {
  const before = readUsage(servers, dataDir);
  return () => {
    const after = readUsage(servers, dataDir);
    return {
      servers: after.servers.map((seconds, index) => seconds - (before.servers[index] ?? 0)),
      postgres: after.postgres - before.postgres,
      clients: after.clients - before.clients,
    };
  };
}

/** Sums the CPU seconds of the running processes of a PostgreSQL. The first process includes the time of finished processes. */
function postgresSeconds(dataDir: string): number {
  return postgresOn(dataDir).reduce((sum, pid) => {
    try {
      return sum + processorSeconds(pid);
    } catch {
      // This process has just stopped. The first process of PostgreSQL then includes the time of the stopped process.
      return sum;
    }
  }, 0);
}
