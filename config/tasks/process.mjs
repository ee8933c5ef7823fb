/** Starts the programs of the checks. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = process.cwd();

/** Returns the path of an installed package's program. */
export const bin = (name) => join(root, 'node_modules', '.bin', name);

/**
 * Runs a command and collects its output, so that the lines of parallel parts do not mix.
 *
 * @returns whether it ended with 0, its exit code or signal, and its output; never throws
 */
export function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (part) => (output += part));
    child.stderr.on('data', (part) => (output += part));
    child.on('error', (error) => resolve({ ok: false, code: null, output: `${command}: ${error.message}` }));
    child.on('close', (code, signal) => resolve({ ok: code === 0, code: code ?? signal, output }));
  });
}
