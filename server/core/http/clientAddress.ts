import { BlockList, isIP } from 'node:net';

const LISTS = new WeakMap<readonly string[], BlockList>();

/** Checks an IP address against a list of addresses and CIDR ranges (IPv4 and IPv6). An empty list allows every address. */
export function addressAllowed(list: readonly string[], ip: string): boolean {
  if (list.length === 0) return true;
  const plain = ip.replace(/^::ffff:/i, '');
  const family = isIP(plain);
  if (family === 0) return false;
  let allowed = LISTS.get(list);
  if (!allowed) {
    allowed = read(list);
    LISTS.set(list, allowed);
  }
  return allowed.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

function read(list: readonly string[]): BlockList {
  const allowed = new BlockList();
  for (const entry of list) {
    const [address = '', bits] = entry.split('/');
    const kind = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) === 0) continue;
    if (bits === undefined) allowed.addAddress(address, kind);
    else allowed.addSubnet(address, Number(bits), kind);
  }
  return allowed;
}
