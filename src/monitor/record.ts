/** What the page keeps of a halt until the server has it (SPEC §5). */
export interface DebugRecord {
  /** True: a report was tried and the server did not take it. */
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
/** Keeps the value that once lifted the monitor here, spelled as SPEC §5 has it. */
const AUTHORITY_KEY = 'ANTHORITY';
const BYPASS = 'ddtk';

export function keepRecord(record: DebugRecord, storage: Storage = localStorage): void {
  try {
    storage.setItem(RECORD_KEY, JSON.stringify(record));
  } catch {
    // Without storage nothing is reported later; the page is left all the same.
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
    // There was none.
  }
}

/**
 * Whether the monitor is lifted in this browser: the page was opened with `ddtk` and the value of the window settings, now
 * or earlier. Routing drops the query, so the value is remembered; another one in the settings ends it.
 *
 * @param addresses where the page is and as what it was opened
 * @param value of the window settings; empty: nothing lifts the monitor
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
