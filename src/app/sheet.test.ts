import { csvOf } from './sheet';

test('a list is CSV that a spreadsheet program reads as text: quoted, marked as UTF-8, no cell a formula', () => {
  expect(
    csvOf([
      ['行', 'a "b"'],
      ['=1+1', '-2'],
    ]),
  ).toBe('\ufeff"行","a ""b"""\r\n"\'=1+1","\'-2"\r\n');
});
