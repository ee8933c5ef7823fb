import { isIP } from 'node:net';
import { E164, MOBILE } from '../contract/limits';
import { StartupError } from './core/startup';

/** How much demo data an empty database gets (DOMAIN §7). */
export type SeedSize = 'demo' | 'small' | 'none';

/** The operator's settings from environment variables, read once at the start of the process. */
export interface Settings {
  /** TCP port of console and API; 0 lets the system choose. */
  readonly port: number;
  /** Address to listen on; default: loopback. */
  readonly host: string;
  /** Where metrics and readiness are served without a sign-in; null: not served. */
  readonly monitor: { readonly port: number; readonly host: string } | null;
  /** A collector that accepts OTLP traces over HTTP, and this service's name; null: no tracing. */
  readonly traces: { readonly endpoint: string; readonly service: string } | null;
  /** After a stop request, the server still answers for this time while it reports that it is not ready. Seconds. */
  readonly drainSeconds: number;
  /** Folder for all files that the server writes. */
  readonly dataDir: string;
  /** Address of an outside PostgreSQL, or null for the embedded one. */
  readonly databaseUrl: string | null;
  /** Address of a streaming replica, for exports; null: exports read from the primary. */
  readonly databaseReadUrl: string | null;
  readonly seed: SeedSize;
  /** Phone of a new owner's account, which receives its codes. Null: an unused number. */
  readonly ownerTel: string | null;
  /** Proxies that may set `X-Forwarded-For`: none, all, a number of proxies, or these addresses and networks. */
  readonly trustProxy: boolean | number | readonly string[];
  /** A fixed captcha and SMS code that is always valid, for automated sign-in; null in real use. */
  readonly automationCode: string | null;
  /** 32 bytes that encrypt stored secrets, or null for the generated key in the data folder. */
  readonly secretKey: Buffer | null;
  /** False for load tests: calls and sign-ins are not limited. Account locks and message limits still apply. */
  readonly rateLimited: boolean;
  /** Maximum number of head office accounts. */
  readonly staffSeats: number;
  readonly logLevel: LogLevel;
  /** Origins whose pages may call the API, if the console is hosted elsewhere. */
  readonly corsOrigins: readonly string[];
  /** Origins whose pages may frame the console. */
  readonly frameAncestors: readonly string[];
  /** Origin of the console for links; null: the request's origin. */
  readonly publicOrigin: string | null;
  /** Addresses of the server's outgoing calls, for the platforms' allow lists; empty when the operator names none. */
  readonly outgoingAddresses: readonly string[];
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];
const SEED_SIZES: readonly SeedSize[] = ['demo', 'small', 'none'];

/**
 * Reads the environment. Unset and empty variables mean the default.
 *
 * @throws StartupError that names the variable, its fault and the allowed values
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
    databaseUrl,
    databaseReadUrl: readDatabaseUrl('DATABASE_READ_URL', read('DATABASE_READ_URL')),
    seed: readChoice('SEED', read('SEED'), SEED_SIZES) ?? (databaseUrl === null ? 'demo' : 'none'),
    ownerTel: readPhone(read('OWNER_TEL')),
    trustProxy: readTrustProxy(read('TRUST_PROXY')),
    automationCode: readAutomationCode(read('AUTOMATION_CODE'), databaseUrl, read('NODE_ENV')),
    secretKey: readSecretKey(read('SECRET_KEY')),
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

function readSecretKey(value: string | null): Buffer | null {
  if (value === null) return null;
  const key = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64');
  if (key.length !== 32) {
    throw new StartupError(
      'SECRET_KEY must be 32 bytes in hexadecimal or base64: make one with "openssl rand -hex 32" and keep it safe.',
    );
  }
  return key;
}
