/** Programs that the checks start. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = process.cwd();

/** Path of a program of an installed package. */
export const bin = (name) => join(root, 'node_modules', '.bin', name);

/**
 * Runs a command and keeps its output: parts that run at the same time do not mix their lines.
 *
 * @returns whether it ended with 0, its exit code or signal, and what it printed; never throws
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
