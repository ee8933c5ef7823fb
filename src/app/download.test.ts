import { openDownload, saveText } from './download';
import { saveCsv, saveXlsx } from './sheet';

const made: Blob[] = [];
const revoked: string[] = [];
const saved: { href: string; name: string }[] = [];

beforeEach(() => {
  jest.useFakeTimers();
  made.length = 0;
  revoked.length = 0;
  saved.length = 0;
  URL.createObjectURL = (blob) => `blob:${made.push(blob as Blob)}`;
  URL.revokeObjectURL = (url) => revoked.push(url);
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ href: this.href, name: this.download });
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('the object URL of a saved file is revoked only after the browser has begun to save', () => {
  saveText('codes.txt', 'a');
  saveCsv('errors.csv', [['a']]);
  saveXlsx('template.xlsx', btoa('PK'));
  expect(saved.map(({ name }) => name)).toEqual(['codes.txt', 'errors.csv', 'template.xlsx']);
  expect(made.map(({ type }) => type.split(';')[0])).toEqual([
    'text/plain',
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ]);
  jest.advanceTimersByTime(5_000);
  expect(revoked).toEqual([]);
  jest.advanceTimersByTime(5_000);
  expect(revoked).toEqual(saved.map(({ href }) => href));
});

test('a server of another origin has no cookie, so the page fetches the file with the token and keeps its name', async () => {
  jest.useRealTimers();
  Object.assign(window, { MULTISTATION_SETTINGS: { apiBase: 'https://api.example' } });
  const asked: [string, RequestInit | undefined][] = [];
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(async (to, init) => {
    asked.push([String(to), init]);
    return {
      ok: asked.length === 1,
      status: asked.length === 1 ? 200 : 404,
      headers: new Headers({ 'content-disposition': "attachment; filename*=UTF-8''%E7%AB%99.csv" }),
      blob: async () => new Blob(['a']),
    } as Response;
  });
  await openDownload('/api/exports?ids=1');
  expect(asked[0]?.[0]).toBe('https://api.example/api/exports?ids=1');
  expect(Object.keys(asked[0]?.[1]?.headers ?? {})).toEqual(['Authorization']);
  expect(saved.at(-1)?.name).toBe('站.csv');
  await expect(openDownload('/api/exports?ids=1')).rejects.toThrow('404');
  fetched.mockRestore();
  Object.assign(window, { MULTISTATION_SETTINGS: {} });
  await openDownload('/api/exports?ids=2');
  expect(saved.at(-1)).toEqual({ href: 'http://localhost/api/exports?ids=2', name: '' });
});
