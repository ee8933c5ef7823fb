import fc from 'fast-check';
import { safeRedirect } from './redirect';

const ORIGIN = 'https://console.example.com';

test.each([
  [`${ORIGIN}/teamList/index`, '/teamList/index'],
  [`${ORIGIN}/teamList/index?keyword=a&page=2#top`, '/teamList/index?keyword=a&page=2#top'],
  ['/dashboard/index', '/dashboard/index'],
  ['/teamList/index?next=https://evil.test', '/teamList/index?next=https://evil.test'],
  ['/users', '/users'],
])('%s is an address of this console', (value, expected) => {
  expect(safeRedirect(value, ORIGIN)).toBe(expected);
});

const NASTY = [
  '',
  ' ',
  'teamList/index',
  './x',
  '../x',
  '?a',
  '#a',
  '//evil.test',
  '///evil.test',
  '////evil.test/x',
  '/\\evil.test',
  '\\\\evil.test',
  '\\/evil.test',
  '/\\/evil.test',
  '/%5Cevil.test',
  '/%5cevil.test/x',
  '/%2Fevil.test',
  '/%2f%2fevil.test',
  '/%2e%2e//evil.test',
  '/.//evil.test',
  '/..//evil.test',
  '/a/../..//evil.test',
  'https://evil.test',
  'https://evil.test/',
  'http://console.example.com/',
  'https://console.example.com.evil.test/',
  'https://console.example.com:8443/x',
  'https://console.example.com@evil.test/',
  'https://user@console.example.com/x',
  'https://user:pass@console.example.com/x',
  'https:console.example.com',
  'https:/evil.test',
  'https:evil.test',
  'HTTPS://evil.test',
  '//console.example.com/x',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'javascript://console.example.com/%0aalert(1)',
  'data:text/html,<script>1</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://console.example.com/1',
  'about:blank',
  'ftp://console.example.com/',
  '\thttps://evil.test',
  '\n/x',
  '/\t/evil.test',
  '/\n/evil.test',
  '/ /evil.test',
  '/\u0000/evil.test',
  '/x\u0000',
  '/\u007f',
  '/\u0085/evil.test',
  ' /x',
  '/user/login',
  '/user',
  '/user/login?redirect=/user/login',
  '/user/forget',
  '/%75ser/login',
  `${ORIGIN}//evil.test`,
  `${ORIGIN}/\\evil.test`,
  `${ORIGIN}`,
  `${ORIGIN}.evil.test/x`,
  '/%E0%A4%A',
  `/${'a'.repeat(2_001)}`,
  'null',
  'undefined',
  '[object Object]',
] as const;

test('the list holds at least sixty hostile values', () => {
  expect(new Set(NASTY).size).toBeGreaterThanOrEqual(60);
});

test.each(NASTY.map((value) => [value]))('%j is refused as a redirect', (value) => {
  expect(safeRedirect(value, ORIGIN)).toBeNull();
});

test('an empty value is refused as a redirect', () => {
  expect(safeRedirect(null, ORIGIN)).toBeNull();
  expect(safeRedirect(undefined, ORIGIN)).toBeNull();
});

test('no value produces an address outside this origin', () => {
  const pieces = fc.array(
    fc.constantFrom(
      '/',
      '//',
      '\\',
      '%2f',
      '%5c',
      '@',
      ':',
      '.',
      '..',
      'evil.test',
      'https:',
      ORIGIN,
      '?',
      '#',
      'a',
      '\t',
      ' ',
      '%',
    ),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        pieces.map((list) => list.join('')),
        fc.webUrl(),
      ),
      (value) => {
        const answer = safeRedirect(value, ORIGIN);
        if (answer === null) return;
        expect(new URL(answer, ORIGIN).origin).toBe(ORIGIN);
        expect(answer.startsWith('//')).toBe(false);
        expect(answer).toMatch(/^\//);
      },
    ),
    { numRuns: 2_000 },
  );
});
