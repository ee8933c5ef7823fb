/** Shared by the commands: the packages of package-lock.json, installed when they are not. Needs no package itself. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The oldest Node on which the server and its tools run. */
const OLDEST_NODE = [20, 19];

/** Ends the process with one line when this Node is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(
    `Node ${process.versions.node} is too old: install Node ${OLDEST_NODE.join('.')} or newer (https://nodejs.org), then run the command again.`,
  );
  process.exit(1);
}

/**
 * Runs `npm ci` unless node_modules already holds exactly what package-lock.json names. npm's own record of what it
 * installed is compared, so an install made by hand counts, and one that was interrupted does not.
 */
export async function ensureInstalled(root = process.cwd()) {
  requireNode();
  if (isInstalled(root)) return;
  console.log('Installing packages (the first time this takes some minutes) …');
  // Building needs the development packages, and PostgreSQL comes as an optional one, whatever npm is set to leave out.
  const npmArguments = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const code = await run(npm ? process.execPath : 'npm', npm ? [npm, ...npmArguments] : npmArguments, {
    cwd: root,
    env: { ...process.env, NODE_ENV: '' },
  });
  if (code !== 0) {
    console.error(
      'The packages could not be installed: read the lines above, check the network, then run the command again.',
    );
    process.exit(1);
  }
}

/** Runs a program with this terminal; answers its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function isInstalled(root) {
  try {
    const wanted = packagesOf(join(root, 'package-lock.json'));
    const found = packagesOf(join(root, 'node_modules', '.package-lock.json'));
    const surplus = Object.keys(found).some((path) => !(path in wanted));
    if (surplus) return false;
    return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional, peer }]) => {
      const installed = found[path];
      // Packages for other kinds of computer are left out by npm.
      if (!installed) return Boolean(optional || devOptional || peer);
      return installed.version === version && installed.integrity === integrity;
    });
  } catch {
    return false;
  }
}

function packagesOf(path) {
  const { packages } = JSON.parse(readFileSync(path, 'utf8'));
  delete packages[''];
  return packages;
}
