/** Record of a halt. The browser stores it until the server has accepted it (SPEC §5). */
export interface DebugRecord {
  /** Whether an earlier attempt to report the halt has failed. */
  readonly state: boolean;
  /** Phone number of the account (SPEC §5). */
  readonly account: string;
  readonly loginIp: string;
  /** Time of the halt as ISO 8601. */
  readonly time: string;
  readonly os: string;
  readonly browser: string;
}

const RECORD_KEY = 'PLD_MONITORING';
/** Storage key of the `ddtk` value that turned off the monitor in this browser. The misspelling is from SPEC §5. */
const AUTHORITY_KEY = 'ANTHORITY';
const BYPASS = 'ddtk';

export function keepRecord(record: DebugRecord, storage: Storage = localStorage): void {
  try {
    storage.setItem(RECORD_KEY, JSON.stringify(record));
  } catch {
    // Without storage the halt cannot be reported later. The page still turns blank.
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
    // Storage is disabled, so there is no record.
  }
}

/**
 * Returns whether the monitor is turned off in this browser. A page turns it off if its URL has the parameter `ddtk` with the value from
 * the window settings. Routing drops the query string, so the value is stored. If the settings change, the stored value becomes invalid.
 *
 * @param addresses URLs of the page: the current URL and the URL when it was opened
 * @param value value from the window settings; if it is empty, nothing turns off the monitor
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
