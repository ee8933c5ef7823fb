/** Record of a halt, stored in the browser until the server has stored it (SPEC §5). */
export interface DebugRecord {
  /** True: a report was sent, but the server did not accept it. */
  readonly state: boolean;
  /** The phone of the account (SPEC §5). */
  readonly account: string;
  readonly loginIp: string;
  /** ISO 8601. */
  readonly time: string;
  readonly os: string;
  readonly browser: string;
}

const RECORD_KEY = 'PLD_MONITORING';
/** Storage key of the value that lifted the monitor, in the spelling of SPEC §5. */
const AUTHORITY_KEY = 'ANTHORITY';
const BYPASS = 'ddtk';

export function keepRecord(record: DebugRecord, storage: Storage = localStorage): void {
  try {
    storage.setItem(RECORD_KEY, JSON.stringify(record));
  } catch {
    // Without storage there is no later report, but the page turns blank all the same.
  }
}

export function keptRecord(storage: Storage = localStorage): DebugRecord | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(RECORD_KEY) ?? 'null');
    return typeof kept === 'object' && kept !== null && 'time' in kept ? (kept as DebugRecord) : null;
  } catch {
    return null;
  }
}

export function dropRecord(storage: Storage = localStorage): void {
  try {
    storage.removeItem(RECORD_KEY);
  } catch {
    // Nothing was stored.
  }
}

/**
 * Whether the monitor is lifted in this browser: the page was opened, now or earlier, with `ddtk` and the value of the window
 * settings. Routing drops the query, so the value is stored. A new value in the settings ends it.
 *
 * @param addresses the page's address now and at its opening
 * @param value the value of the window settings; empty: nothing lifts the monitor
 */
export function isLifted(addresses: readonly string[], value: string, storage: Storage = localStorage): boolean {
  try {
    const given = addresses.some(
      (address) => URL.canParse(address) && new URL(address).searchParams.get(BYPASS) === value,
    );
    if (value !== '' && given) storage.setItem(AUTHORITY_KEY, value);
    const known = storage.getItem(AUTHORITY_KEY);
    if (known !== null && (value === '' || known !== value)) storage.removeItem(AUTHORITY_KEY);
    return value !== '' && (given || known === value);
  } catch {
    return false;
  }
}
