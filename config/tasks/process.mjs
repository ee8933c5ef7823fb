/** Finds and runs the programs that the tests need. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = process.cwd();

/** Returns the path of a program from an installed package. */
export const bin = (name) => join(root, 'node_modules', '.bin', name);

/**
 * Runs a command and collects its output, so that the lines of parallel commands do not mix.
 *
 * @returns whether the exit code was 0, the exit code or signal, and the output. `code` is `null` if the program did not start. The promise
 *   never rejects
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
