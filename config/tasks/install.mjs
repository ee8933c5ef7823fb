/** Installs the packages of package-lock.json. Commands run this file before packages exist, so it imports no package itself. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The oldest supported Node version for the server and its tools. */
const OLDEST_NODE = [20, 19];

/** Ends the process with a one-line message when this Node version is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(
    `Node ${process.versions.node} is too old: install Node ${OLDEST_NODE.join('.')} or newer (https://nodejs.org), then run the command again.`,
  );
  process.exit(1);
}

/**
 * Runs `npm ci` unless node_modules has exactly the packages of package-lock.json for this platform. We compare npm's own list of installed
 * packages. So a manual install counts, and an interrupted install does not. If Node is too old or the installation fails, the process ends
 * with exit code 1.
 */
export async function ensureInstalled(root = process.cwd()) {
  requireNode();
  if (isInstalled(root)) return;
  console.log('Installing packages (the first time this takes some minutes) …');
  // The build needs development packages, and PostgreSQL is an optional package. The user's npm settings could exclude both.
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

/** Runs a program that uses this terminal. @returns its exit code, or 1 if the program did not start or a signal ended the program */
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
      // npm can leave out optional and peer packages. For example, it does not install packages for other platforms.
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
