import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

/** Tests style sheets and inline styles for rules that would break a right-to-left page (SPEC §1). */

const files = (ending: string) =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', name))
    .filter((name) => name.endsWith(ending) && !name.includes('.umi'));

const PHYSICAL = [
  /^(left|right|(margin|padding|scroll-margin|scroll-padding)-(left|right)|border-(left|right)(-\w+)?)$/,
  /^border-(top|bottom)-(left|right)-radius$/,
];
const SIDED = /^(text-align|float|clear)$/;
const FOUR_SIDED = /^(margin|padding|inset|border-(width|style|color|radius))$/;

/** Splits the values of a shorthand. A function counts as one value. */
const valuesOf = (value: string): string[] => value.trim().match(/(?:[^\s(]+\([^)]*\)|[^\s]+)/g) ?? [];

/** Describes the fault of a declaration. Returns `undefined` when the declaration has the same meaning in both text directions. */
function faultOf(property: string, value: string): string | undefined {
  if (PHYSICAL.some((pattern) => pattern.test(property))) return property;
  if (SIDED.test(property) && /^(left|right)$/.test(value.trim())) return `${property}: ${value}`;
  if (!FOUR_SIDED.test(property)) return undefined;
  const [first, second, third, fourth] = valuesOf(value);
  if (property === 'border-radius') {
    if (third === undefined) return second === undefined || first === second ? undefined : `${property}: ${value}`;
    return first === second && third === (fourth ?? second) ? undefined : `${property}: ${value}`;
  }
  return fourth === undefined || fourth === second ? undefined : `${property}: ${value}`;
}

test('no style sheet uses left or right, except in rules for right-to-left layout', () => {
  const faults = files('.css').flatMap((file) => {
    const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    return [...text.matchAll(/([^{};]*)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) => {
      if (/\[dir=/.test(selector)) return [];
      return body.split(';').flatMap((line) => {
        const at = line.indexOf(':');
        const fault = at < 0 ? undefined : faultOf(line.slice(0, at).trim(), line.slice(at + 1));
        return fault === undefined ? [] : [`${file}: ${selector.trim()} { ${fault} }`];
      });
    });
  });
  assert.deepEqual(faults, []);
});

test('no inline style of a component uses left or right', () => {
  const faults = files('.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b((?:margin|padding|border)(?:Left|Right)\w*)\s*:/g)].map(
      ([, name]) => `${file}: ${name}`,
    ),
  );
  assert.deepEqual(faults, []);
});

test('components of the library are imported only through src/ui/library, which sets look, texts and direction', () => {
  const door = join('src', 'ui', 'library');
  const others = files('.tsx').filter(
    (file) =>
      !file.startsWith(door) &&
      !/test(ing)?\.tsx$/.test(file) &&
      /from 'antd(\/[^']*)?'/.test(readFileSync(file, 'utf8')),
  );
  assert.deepEqual(others, [], "import { Modal } from '../../src/ui/library/Modal'");
});
