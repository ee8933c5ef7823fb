/** `PART` matches one number of an IPv4 address, `V4` and `V6` match an address or a range. The server checks every entry again. */

const PART = '(25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const V4 = new RegExp(`^(${PART}\\.){3}${PART}(/(3[0-2]|[12]?\\d))?$`);
const V6 = /^[0-9a-f:]+(:(\d{1,3}\.){3}\d{1,3})?(\/(12[0-8]|1[01]\d|[1-9]?\d))?$/i;

/** Splits a text at white space, commas and semicolons. Removes empty and duplicate entries. */
export function readAddresses(text: string): string[] {
  return [...new Set(text.split(/[\s,，;；]+/).filter(Boolean))];
}

/** Checks whether an entry looks like an IPv4 or IPv6 address or range: `10.0.0.0/8`, `2001:db8::/32`. */
export function isAddress(entry: string): boolean {
  if (V4.test(entry)) return true;
  if (!entry.includes(':') || !V6.test(entry)) return false;
  const address = entry.split('/')[0] ?? '';
  const groups = address.split(':');
  const shortened = address.includes('::');
  return (
    (address.match(/::/g)?.length ?? 0) <= 1 &&
    groups.length <= (shortened ? 9 : 8) &&
    (shortened || groups.length >= 7) &&
    groups.every((group) => group.includes('.') || group.length <= 4)
  );
}
