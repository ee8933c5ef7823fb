/**
 * The fonts that tests draw pages with: the same on every machine, whatever is installed there. Chromium finds them by fontconfig,
 * which does not read the compressed files of the package, so they are unpacked once.
 *
 * `FONTCONFIG_FILE=$(node config/tasks/fonts.mjs) node script.mjs` gives them to a browser that a script starts.
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

/** Every subset of the font, with all weights in each file. */
const PACKAGE = 'node_modules/@fontsource-variable/noto-sans-sc';
const FILES = /-wght-normal\.woff2$/;

const configuration = (folder) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`;

/** @returns path of the fontconfig file that names these fonts and no others */
export async function prepareFonts() {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  const folder = resolve('node_modules/.cache/test-fonts', version);
  const file = join(folder, 'fonts.conf');
  const content = configuration(folder);
  if (existsSync(folder)) {
    // The project may have been moved since.
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
    // Another test file was quicker.
    rmSync(part, { recursive: true });
  }
  return file;
}

// No await here: the figures load this file as CommonJS.
if (basename(process.argv[1] ?? '') === 'fonts.mjs') prepareFonts().then(console.log);
