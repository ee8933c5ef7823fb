import { saveText } from './download';
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

test('the address of a saved file lives until the browser has begun to save', () => {
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
