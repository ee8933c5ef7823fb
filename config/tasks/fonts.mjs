/**
 * Prepares the fonts of the tests, so that every machine uses the same fonts. Chromium finds fonts through fontconfig, which cannot
 * read the compressed files of the package. So we unpack the files once.
 *
 * `FONTCONFIG_FILE=$(node config/tasks/fonts.mjs) node script.mjs` runs a script whose browser uses these fonts.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** The package with all subsets of the font. Each file contains all weights. */
const PACKAGE = 'node_modules/@fontsource-variable/noto-sans-sc';
const FILES = /-wght-normal\.woff2$/;

const configuration = (folder) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`;

/** Unpacks the fonts. @returns path of a fontconfig file that lists only these fonts */
export async function prepareFonts() {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  const folder = resolve('node_modules/.cache/test-fonts', version);
  const file = join(folder, 'fonts.conf');
  const content = configuration(folder);
  if (existsSync(folder)) {
    // The configuration contains the absolute path of the font folder. The project may have been moved since the last run.
    if (readFileSync(file, 'utf8') !== content) writeFileSync(file, content);
    return file;
  }
  const { default: decompress } = await import('wawoff2/decompress.js');
  mkdirSync(join(folder, '..'), { recursive: true });
  const part = mkdtempSync(`${folder}-`);
  for (const name of readdirSync(join(PACKAGE, 'files')).filter((name) => FILES.test(name))) {
    const font = await decompress(readFileSync(join(PACKAGE, 'files', name)));
    writeFileSync(join(part, name.replace('.woff2', '.ttf')), font);
  }
  writeFileSync(join(part, 'fonts.conf'), content);
  try {
    renameSync(part, folder);
  } catch {
    // The rename fails when another test file has unpacked the fonts first.
    rmSync(part, { recursive: true });
  }
  return file;
}

// We avoid top-level await, because the benches load this file as CommonJS.
if (basename(process.argv[1] ?? '') === 'fonts.mjs') void prepareFonts().then(console.log);
