import { useRef, useState } from 'react';
import { base64Of } from '@/app/base64';
import type { MutationResult } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';

/** Endpoints that take a file and return the errors of its rows. */
type ImportAddress = 'rights.Staff/import' | 'fundAudit.Rider/import';

export interface RowError {
  /** Row number in the file, where the head is 1; null: an error of the whole file. */
  readonly row: number | null;
  readonly column: string | null;
  readonly message: string;
}

export interface ImportResult {
  readonly rows: number;
  readonly saved: number;
  readonly errors: readonly RowError[];
}

interface Chosen {
  readonly name: string;
  readonly content: string;
}

export interface ImportOptions<R extends ImportResult> {
  /** Limits of the file: rows, and characters as base64. */
  readonly most: { readonly rows: number; readonly characters: number };
  /** Sends the file, as a trial run or for the import. */
  readonly send: (content: string, dryRun: boolean) => Promise<MutationResult<ImportAddress>>;
  /** Called after the import. */
  readonly onDone: (result: R) => void;
}

/**
 * State of an import: the chosen file, the running call, the result of the trial run, and the message of a failure. Choosing a file
 * starts a trial run.
 */
export function useImport<R extends ImportResult>({ most, send, onDone }: ImportOptions<R>) {
  const t = useT();
  const latest = useRef(send);
  latest.current = send;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [pending, setPending] = useState<'trial' | 'import' | null>(null);
  const [result, setResult] = useState<R | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Base64 is a third longer than the file.
  const largest = Math.floor((most.characters * 3) / 4) - 3;

  const runFile = async (file: Chosen, dryRun: boolean) => {
    setPending(dryRun ? 'trial' : 'import');
    setProblem(null);
    const end = await latest.current(file.content, dryRun).finally(() => setPending(null));
    if (end.kind === 'done' && !dryRun) onDone(end.data as unknown as R);
    else if (end.kind === 'done') setResult(end.data as unknown as R);
    else if (end.kind === 'fields') {
      // Data changed after the trial run: the import returned errors like those of a trial run.
      setResult(null);
      setProblem(end.errors.map((error) => `${error.field.replace(/^rows\./, '')}: ${error.message}`).join(' · '));
    } else if (end.kind === 'refused') setProblem(end.msg || t('common.networkError'));
  };

  const choose = async (file: File | undefined) => {
    if (!file) return;
    setResult(null);
    setChosen(null);
    if (file.size > largest) {
      setProblem(t('importing.tooLarge', { n: Math.floor(largest / 1024) }));
      return;
    }
    const next = { name: file.name, content: await base64Of(file) };
    setChosen(next);
    await runFile(next, true);
  };
  /** Starts a trial run or the import of the chosen file. */
  const run = (dryRun: boolean) => chosen && runFile(chosen, dryRun);
  /** Repeats the trial run after further options changed. */
  const again = () => {
    // The new options are available after the next rendering.
    setResult(null);
    if (chosen) setTimeout(() => void runFile(chosen, true));
  };
  return { chosen, pending, result, problem, choose, run, again };
}
