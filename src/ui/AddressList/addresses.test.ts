import fc from 'fast-check';
import { isAddress, readAddresses } from './addresses';

it('reads lines, commas and blanks, and removes duplicates', () => {
  expect(readAddresses(' 10.0.0.0/8\n192.168.1.7,  10.0.0.0/8 ; ::1 ')).toEqual(['10.0.0.0/8', '192.168.1.7', '::1']);
  expect(readAddresses(' \n ')).toEqual([]);
});

it.each([
  '10.0.0.1',
  '0.0.0.0/0',
  '255.255.255.255/32',
  '::1',
  '2001:db8::/32',
  'fe80:0:0:0:0:0:0:1',
  '::ffff:10.0.0.1',
])('accepts %s as an address', (entry) => expect(isAddress(entry)).toBe(true));

it.each(['', '10.0.0', '10.0.0.256', '10.0.0.1/33', '1:2:3', '1::2::3', 'example.org', '12345::1', '::1/129'])(
  'does not accept %s as an address',
  (entry) => expect(isAddress(entry)).toBe(false),
);

it('accepts every IPv4 address and range', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), (address, bits) => {
      expect(isAddress(address)).toBe(true);
      expect(isAddress(`${address}/${bits}`)).toBe(true);
    }),
  );
});

it('accepts every IPv6 address', () => {
  fc.assert(fc.property(fc.ipV6(), (address) => expect(isAddress(address)).toBe(true)));
});
