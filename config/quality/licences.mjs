/**
 * Checks that every shipped package has an allowed licence. Shipped packages are those of `dependencies`, those of the server's
 * `optionalDependencies`, and those in `CARRIED`. The check leaves out the packages in `UNUSED`. It refuses copyleft licences that would
 * apply to the whole product.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'Unlicense',
  'Python-2.0',
  'WTFPL',
  'Zlib',
  'PostgreSQL',
  'MPL-2.0',
]);
/** Packages whose package.json has no licence or an unusual one. The licences here were read from their licence files. */
const READ_BY_HAND = { 'splaytree-ts': 'BSD-3-Clause' };

/** Development packages whose content the console ships. The base map contains outlines from `echarts`. */
const CARRIED = new Set(['node_modules/echarts']);

/**
 * Packages that umi installs, but that neither the build nor the console uses: a toolbar of the development server, and two other
 * bundlers. umi is in `dependencies`, because the specification lists it. Its packages would therefore count as shipped.
 */
const UNUSED = new Set(['@stagewise/toolbar', '@umijs/bundler-mako', '@umijs/bundler-utoopack']);

/**
 * Returns whether allowed licences satisfy an SPDX expression. `OR` needs one of its sides. `AND` needs both and takes precedence over
 * `OR`. An expression of another form, such as one with `WITH`, is not allowed.
 */
function isAllowed(expression) {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const operator = (word) => tokens[at]?.toUpperCase() === word && ++at > 0;
  const licence = () => {
    if (tokens[at] !== '(') return ALLOWED.has(tokens[at++]);
    at += 1;
    const isInside = alternatives();
    return tokens[at++] === ')' && isInside;
  };
  const all = () => {
    let isMet = licence();
    while (operator('AND')) isMet = licence() && isMet;
    return isMet;
  };
  const alternatives = () => {
    let isMet = all();
    while (operator('OR')) isMet = all() || isMet;
    return isMet;
  };
  return alternatives() && at === tokens.length;
}

const root = process.cwd();
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const refused = [];
let checked = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  if (!path || ((entry.dev || entry.devOptional) && !CARRIED.has(path))) continue;
  let manifest;
  try {
    manifest = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  } catch {
    continue; // npm has not installed this package, because it is for another platform.
  }
  const name = manifest.name ?? path;
  if (UNUSED.has(name)) continue;
  checked += 1;
  const declared = manifest.license ?? manifest.licenses ?? READ_BY_HAND[name] ?? 'none';
  const expression = Array.isArray(declared)
    ? declared.map((one) => one.type ?? one).join(' OR ')
    : (declared.type ?? declared);
  if (!isAllowed(READ_BY_HAND[name] ?? expression)) refused.push(`${name}@${manifest.version}: ${expression}`);
}
if (refused.length > 0) {
  console.error(`Licences that are not on the allow-list:\n  ${refused.join('\n  ')}`);
  process.exit(1);
}
console.log(`${checked} packages, all licences on the allow-list`);
