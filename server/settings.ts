import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { E164, MOBILE } from '../contract/limits';
import { keysOf } from './core/access/secrets';
import { StartupError } from './core/startup';

/** How much demo data an empty database receives (DOMAIN §7). */
export type SeedSize = 'demo' | 'small' | 'none';

/** The operator's settings from environment variables, read once at the start of the process. */
export interface Settings {
  /** TCP port of console and API. With 0 the operating system chooses a free port. */
  readonly port: number;
  /** IP address or host name on which the server listens. The default is the loopback address. */
  readonly host: string;
  /** Port and host that serve metrics and readiness without a sign-in. `null` means that they are not served. */
  readonly monitor: { readonly port: number; readonly host: string } | null;
  /** Collector that accepts OTLP traces over HTTP, and the name of this service. `null` turns tracing off. */
  readonly traces: { readonly endpoint: string; readonly service: string } | null;
  /** Seconds for which the server still answers after a stop request. It reports meanwhile that it is not ready. */
  readonly drainSeconds: number;
  /** Folder of the files that the server writes. Archived months may have another folder ({@link archiveFolder}). */
  readonly dataDir: string;
  /** Folder of archived months. `null` means the folder `archive` in the data folder. */
  readonly archiveDir: string | null;
  /** URL of an external PostgreSQL server. `null` means the embedded server. */
  readonly databaseUrl: string | null;
  /** URL of a streaming replica from which exports read. `null` means that exports read from the primary server. */
  readonly databaseReadUrl: string | null;
  readonly seed: SeedSize;
  /** Phone of a newly created owner, which receives the sign-in codes. `null` means the default 19900000000. */
  readonly ownerTel: string | null;
  /** Proxies that may set `X-Forwarded-For`: none, all, a number of proxies, or IP addresses, networks and names such as `loopback`. */
  readonly trustProxy: boolean | number | readonly string[];
  /** A fixed captcha and SMS code that is always valid, for automated sign-in. It must be `null` in production. */
  readonly automationCode: string | null;
  /**
   * Keys of 32 bytes for stored secrets. The first key encrypts, the others only decrypt what earlier keys encrypted. Empty means the keys in
   * the data folder.
   */
  readonly secretKeys: readonly Buffer[];
  /** `false` removes the rate limits of calls and sign-ins, for load tests. Account locks and message limits still apply. */
  readonly rateLimited: boolean;
  /** Maximum number of staff accounts. Disabled accounts do not count. */
  readonly staffSeats: number;
  readonly logLevel: LogLevel;
  /** Origins of other pages that may call the API. They are needed if the console is hosted elsewhere. */
  readonly corsOrigins: readonly string[];
  /** Origins whose pages may show the console in a frame. */
  readonly frameAncestors: readonly string[];
  /** Origin of the console in links. `null`: links are created only for users who open the console under a local host name. */
  readonly publicOrigin: string | null;
  /** IP addresses of the server's outgoing calls, for the platforms' allow lists. The list is empty if the operator set none. */
  readonly outgoingAddresses: readonly string[];
}

/** Returns the folder of archived months: `ARCHIVE_DIR`, or the folder `archive` in the data folder. */
export const archiveFolder = ({ archiveDir, dataDir }: Pick<Settings, 'archiveDir' | 'dataDir'>): string =>
  resolve(archiveDir ?? join(dataDir, 'archive'));

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];
const SEED_SIZES: readonly SeedSize[] = ['demo', 'small', 'none'];

/**
 * Reads the environment variables. An unset or empty variable means the default value.
 *
 * @throws StartupError that names the variable, the error and the allowed values
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const read = (name: string): string | null => env[name]?.trim() || null;
  const databaseUrl = readDatabaseUrl('DATABASE_URL', read('DATABASE_URL'));
  return {
    port: readPort('PORT', read('PORT'), 8000),
    host: read('HOST') ?? '127.0.0.1',
    monitor: readMonitor(read('METRICS_PORT'), read('METRICS_HOST')),
    traces: readTraces(read('OTEL_EXPORTER_OTLP_ENDPOINT'), read('OTEL_SERVICE_NAME')),
    drainSeconds: readDrain(read('DRAIN_SECONDS')),
    dataDir: read('DATA_DIR') ?? 'data',
    archiveDir: read('ARCHIVE_DIR'),
    databaseUrl,
    databaseReadUrl: readDatabaseUrl('DATABASE_READ_URL', read('DATABASE_READ_URL')),
    seed: readChoice('SEED', read('SEED'), SEED_SIZES) ?? (databaseUrl === null ? 'demo' : 'none'),
    ownerTel: readPhone(read('OWNER_TEL')),
    trustProxy: readTrustProxy(read('TRUST_PROXY')),
    automationCode: readAutomationCode(read('AUTOMATION_CODE'), databaseUrl, read('NODE_ENV')),
    secretKeys: readSecretKeys(read('SECRET_KEY')),
    rateLimited: readRateLimits(read('RATE_LIMITS'), read('NODE_ENV')),
    staffSeats: readSeats(read('STAFF_SEATS')),
    logLevel: readChoice('LOG_LEVEL', read('LOG_LEVEL'), LOG_LEVELS) ?? 'warn',
    corsOrigins: readOrigins('CORS_ORIGINS', read('CORS_ORIGINS')),
    frameAncestors: readOrigins('FRAME_ANCESTORS', read('FRAME_ANCESTORS')),
    publicOrigin: readOrigins('PUBLIC_ORIGIN', read('PUBLIC_ORIGIN'))[0] ?? null,
    outgoingAddresses: readAddresses(read('OUTGOING_ADDRESSES')),
  };
}

function readOrigins(name: string, value: string | null): string[] {
  const origins = (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (wrong !== undefined) {
    throw new StartupError(
      `${name} holds "${wrong}": give origins without a path, for example https://console.example.`,
    );
  }
  return origins;
}

function readAddresses(value: string | null): string[] {
  const addresses = (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const wrong = addresses.find((address) => isIP(address) === 0);
  if (wrong === undefined) return addresses;
  throw new StartupError(`OUTGOING_ADDRESSES holds "${wrong}": give IP addresses, for example 203.0.113.9.`);
}

function readPort(name: string, value: string | null, usual: number): number {
  if (value === null) return usual;
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) {
    throw new StartupError(`${name} is "${value}": give a number from 0 to 65535, for example ${name}=${usual}.`);
  }
  return port;
}

function readMonitor(port: string | null, host: string | null): Settings['monitor'] {
  if (port === null) return null;
  return { port: readPort('METRICS_PORT', port, 9464), host: host ?? '127.0.0.1' };
}

function readTraces(endpoint: string | null, service: string | null): Settings['traces'] {
  if (endpoint === null) return null;
  if (/^https?:\/\//.test(endpoint) && URL.canParse(endpoint)) {
    return { endpoint, service: service ?? 'multistation-console' };
  }
  throw new StartupError(
    `OTEL_EXPORTER_OTLP_ENDPOINT is "${endpoint}": give the address of a collector, for example http://127.0.0.1:4318.`,
  );
}

function readDrain(value: string | null): number {
  if (value === null) return 0;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  throw new StartupError(`DRAIN_SECONDS is "${value}": give 0 to 99 seconds, for example DRAIN_SECONDS=5.`);
}

function readDatabaseUrl(name: string, value: string | null): string | null {
  if (value === null) return null;
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new StartupError(
      `${name} is not an address of a PostgreSQL: write it as postgresql://user:password@host:5432/database.`,
    );
  }
  return value;
}

function readPhone(value: string | null): string | null {
  if (value === null || MOBILE.test(value) || E164.test(value)) return value;
  throw new StartupError(`OWNER_TEL is "${value}": give a mobile number, for example OWNER_TEL=13800000000.`);
}

function readChoice<T extends string>(name: string, value: string | null, choices: readonly T[]): T | null {
  if (value === null) return null;
  const found = choices.find((choice) => choice === value);
  if (!found) throw new StartupError(`${name} is "${value}": choose one of ${choices.join(', ')}.`);
  return found;
}

function readTrustProxy(value: string | null): Settings['trustProxy'] {
  if (value === null || value === 'false' || value === '0') return false;
  if (value === 'true') return true;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const parts = value.split(',').map((part) => part.trim());
  const wrong = parts.find((part) => !isAddress(part));
  if (wrong !== undefined) {
    throw new StartupError(
      `TRUST_PROXY holds "${wrong}": give true, false, the number of proxies, or their addresses (10.0.0.0/8,192.168.1.2).`,
    );
  }
  return parts;
}

function isAddress(part: string): boolean {
  const [address = '', prefix] = part.split('/');
  const version = isIP(address);
  if (version === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(part);
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

function readAutomationCode(value: string | null, databaseUrl: string | null, nodeEnv: string | null): string | null {
  if (value === null) return null;
  if (nodeEnv === 'production') {
    throw new StartupError(
      'AUTOMATION_CODE opens every account and is not accepted with NODE_ENV=production: unset AUTOMATION_CODE.',
    );
  }
  if (databaseUrl !== null && nodeEnv !== 'test') {
    throw new StartupError(
      'AUTOMATION_CODE opens every account and is not accepted with DATABASE_URL outside a test run: unset AUTOMATION_CODE.',
    );
  }
  if (!/^[0-9A-Za-z]{4,8}$/.test(value)) {
    throw new StartupError('AUTOMATION_CODE must be 4 to 8 letters or digits, for example AUTOMATION_CODE=246810.');
  }
  return value;
}

function readRateLimits(value: string | null, nodeEnv: string | null): boolean {
  const isLimited = (readChoice('RATE_LIMITS', value, ['on', 'off']) ?? 'on') === 'on';
  if (!isLimited && nodeEnv === 'production') {
    throw new StartupError(
      'RATE_LIMITS=off is for measuring only and is not accepted with NODE_ENV=production: unset RATE_LIMITS.',
    );
  }
  return isLimited;
}

function readSeats(value: string | null): number {
  if (value === null) return 200;
  const seats = Number(value);
  if (!/^\d{1,6}$/.test(value) || seats < 1) {
    throw new StartupError(`STAFF_SEATS is "${value}": give a whole number from 1, for example STAFF_SEATS=200.`);
  }
  return seats;
}

function readSecretKeys(value: string | null): readonly Buffer[] {
  if (value === null) return [];
  const keys = keysOf(value);
  if (!keys) {
    throw new StartupError(
      'Each key in SECRET_KEY must be 32 bytes in hexadecimal or base64: make one with "openssl rand -hex 32" and keep it safe.',
    );
  }
  return keys;
}
