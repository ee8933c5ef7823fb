import { readFileSync } from 'node:fs';
import { cssVariables } from '../../config/theme';

const css = readFileSync('src/layouts/print.css', 'utf8');
const onPaper = new Map(
  [...css.matchAll(/(--[\w-]+): ([^;]+) !important;/g)].map(([, name = '', value = '']) => [name, value]),
);

test('print uses the colours of the light look, on white', () => {
  const light = cssVariables({ scheme: 'light', compact: false, colorWeak: false });
  const white = ['--surface', '--surface-raised', '--surface-sunken', '--hover'];
  const black = ['--link', '--link-hover'];
  const dark = ['--line', '--line-strong'];
  for (const [name, value] of onPaper) {
    if (white.includes(name)) expect(value).toBe('#ffffff');
    else if (black.includes(name)) expect(value).toBe(light['--text']);
    else if (dark.includes(name)) expect(value).toBe(light['--line-strong']);
    else if (name === '--shadow') expect(value).toBe('none');
    else expect([name, value]).toEqual([name, light[name]]);
  }
});

test('every colour of the dark look has a print colour', () => {
  const kept = ['--primary', '--on-primary', '--primary-hover', '--focus'];
  const colours = Object.entries(cssVariables({ scheme: 'dark', compact: false, colorWeak: false }))
    .filter(([, value]) => /^(#|rgb|0 )/.test(value))
    .map(([name]) => name);
  expect(colours.filter((name) => !onPaper.has(name) && !kept.includes(name))).toEqual([]);
});
