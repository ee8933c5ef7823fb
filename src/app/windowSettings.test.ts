import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverAddress } from './windowSettings';

afterEach(() => Reflect.deleteProperty(window, 'MULTISTATION_SETTINGS'));

test('all requests use the base address of the window settings (SPEC §7): calls, files and streams', () => {
  Object.assign(window, { MULTISTATION_SETTINGS: { apiBase: 'https://api.example/v1/' } });
  expect(serverAddress('/api/team.Team/getList')).toBe('https://api.example/v1/api/team.Team/getList');
  expect(serverAddress('/api/files/7?e=1&s=x')).toBe('https://api.example/v1/api/files/7?e=1&s=x');
});

test('an empty base means the same origin, and an address outside the server is kept as it is', () => {
  expect(serverAddress('/api/files/7')).toBe('/api/files/7');
  Object.assign(window, { MULTISTATION_SETTINGS: { apiBase: 'https://api.example' } });
  for (const address of ['/logo.svg', 'data:image/png;base64,', 'blob:x', 'https://maps.example/api/']) {
    expect(serverAddress(address)).toBe(address);
  }
});

/** Expressions that need no base URL. They are data URLs, files of the page itself, or the full URL of the public page. */
const INLINE = ['captcha.image', 'picture.url', 'qr', 'draft.url'];

test('every picture and every file link uses the base address', () => {
  const root = join(process.cwd(), 'src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && !name.includes('.test.') && !name.startsWith('.umi'),
  );
  const sources = files.flatMap((name) => {
    const code = readFileSync(join(root, name), 'utf8');
    return [...code.matchAll(/<img\s[^>]*?src=\{([^}]+)\}|href=\{([^}]*(?:\.url|picture|\burl))\}/g)].map(
      ([, image, link]) => ({ name, address: image ?? link ?? '' }),
    );
  });
  expect(sources.length).toBeGreaterThan(6);
  expect(sources.filter(({ address }) => !address.startsWith('serverAddress(') && !INLINE.includes(address))).toEqual(
    [],
  );
});
