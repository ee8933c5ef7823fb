import { csvOf } from './sheet';

test('a list is saved as CSV that spreadsheet programs read as text: quoted, marked as UTF-8, without formulas', () => {
  expect(
    csvOf([
      ['行', 'a "b"'],
      ['=1+1', '-2'],
    ]),
  ).toBe('\ufeff"行","a ""b"""\r\n"\'=1+1","\'-2"\r\n');
});
