import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SRC = join(process.cwd(), 'src');

test('all styles for narrow windows end at 639 px, where lists change to cards', () => {
  const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  expect(sheets).toContain(join('ui', 'CutText', 'index.css'));
  const others = sheets.filter((name) => /@media[^{]*max-width: 640px/.test(readFileSync(join(SRC, name), 'utf8')));
  expect(others).toEqual([]);
});
