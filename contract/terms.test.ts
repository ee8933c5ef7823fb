import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** Chinese text with its English one, of all calls of `text()` in a folder. */
function* textPairs(folder: string): Generator<readonly [string, string]> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || name.includes('.test.')) continue;
    const source = readFileSync(`${folder}/${name}`, 'utf8');
    for (const [, chinese = '', english = ''] of source.matchAll(/\btext\(\s*'([^']*)',\s*['"]([^'"]*)['"]/g)) {
      yield [chinese, english];
    }
  }
}

/** Chinese text with its English one, of the texts of the pages. */
function* localePairs(): Generator<readonly [string, string]> {
  const linesOf = (language: string, area: string) =>
    new Map(
      [...readFileSync(`contract/locales/${language}/${area}`, 'utf8').matchAll(/^ {2}(\w+):\s*['"](.*)['"],$/gm)].map(
        ([, key = '', value = '']) => [key, value] as const,
      ),
    );
  for (const area of readdirSync('contract/locales/zh-CN')) {
    const english = linesOf('en-US', area);
    for (const [key, chinese] of linesOf('zh-CN', area)) yield [chinese, english.get(key) ?? ''];
  }
}

test('a station has a reserve, only a rider has a deposit', () => {
  const pairs = [...textPairs('contract'), ...textPairs('server/modules'), ...localePairs()].filter(
    ([chinese]) => chinese.includes('储备金') && !chinese.includes('押金'),
  );
  assert.ok(pairs.length > 20);
  for (const [chinese, english] of pairs) assert.doesNotMatch(english, /\bdeposit\b/i, `${chinese}: ${english}`);
});
