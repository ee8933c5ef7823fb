const LAST_ACCOUNT_KEY = 'multistation-last-account';

export function readLastAccount(): string {
  try {
    return localStorage.getItem(LAST_ACCOUNT_KEY) ?? '';
  } catch {
    return '';
  }
}

export function keepLastAccount(account: string): void {
  try {
    localStorage.setItem(LAST_ACCOUNT_KEY, account);
  } catch {
    // Storage is disabled. Users then type their account again.
  }
}
