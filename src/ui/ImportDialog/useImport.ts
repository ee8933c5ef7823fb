import { useRef, useState } from 'react';
import { base64Of } from '@/app/base64';
import type { MutationResult } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';

/** API paths that accept a file and return the errors of its rows. */
type ImportAddress = 'rights.Staff/import' | 'fundAudit.Rider/import';

export interface RowError {
  /** Row number in the file. The head is row 1. `null` means that the error concerns the whole file. */
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
  /** Limits of the file: number of rows, and number of base64 characters. */
  readonly most: { readonly rows: number; readonly characters: number };
  /** Sends the file, encoded as base64, for a trial run or for the import. */
  readonly send: (content: string, dryRun: boolean) => Promise<MutationResult<ImportAddress>>;
  /** Called after the import. */
  readonly onDone: (result: R) => void;
}

/**
 * Manages an import: the chosen file, the running call, the result of the trial run, and the failure message. When the user chooses
 * a file, a trial run starts.
 */
export function useImport<R extends ImportResult>({ most, send, onDone }: ImportOptions<R>) {
  const t = useT();
  const latest = useRef(send);
  latest.current = send;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [pending, setPending] = useState<'trial' | 'import' | null>(null);
  const [result, setResult] = useState<R | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Number of the last run. A run that ends after a later one began is ignored: its result belongs to another file or to other options.
  const lastRun = useRef(0);
  const uploads = useRef(0);
  // Maximum file size in bytes. Base64 encodes 3 bytes as 4 characters. We subtract 3 bytes, because the last group may be padded.
  const largest = Math.floor((most.characters * 3) / 4) - 3;

  /** Begins a run. The results of earlier runs are then ignored. @returns the number of the run */
  const begin = () => {
    lastRun.current += 1;
    setPending(null);
    setProblem(null);
    return lastRun.current;
  };
  const runFile = async (file: Chosen, dryRun: boolean) => {
    const run = begin();
    setPending(dryRun ? 'trial' : 'import');
    const end = await latest.current(file.content, dryRun);
    if (run !== lastRun.current) return;
    setPending(null);
    if (end.kind === 'done' && !dryRun) onDone(end.data as unknown as R);
    else if (end.kind === 'done') setResult(end.data as unknown as R);
    else if (end.kind === 'fields') {
      // The server refused the file, for example because the data changed after the trial run.
      setResult(null);
      setProblem(end.errors.map((error) => `${error.field.replace(/^rows\./, '')}: ${error.message}`).join(' · '));
    } else if (end.kind === 'refused') setProblem(end.msg || t('common.networkError'));
  };

  const choose = async (file: File | undefined) => {
    if (!file || pending === 'import') return;
    const run = begin();
    setResult(null);
    setChosen(null);
    if (file.size > largest) {
      setProblem(t('importing.tooLarge', { n: Math.floor(largest / 1024) }));
      return;
    }
    const next = { name: file.name, content: await base64Of(file) };
    if (run !== lastRun.current) return;
    setChosen(next);
    await runFile(next, true);
  };
  /** Starts a trial run or the import of the chosen file. */
  const run = (dryRun: boolean) => {
    if (uploads.current > 0) setProblem(t('area.waitForUpload'));
    else if (chosen) void runFile(chosen, dryRun);
  };
  /** Begins the upload of a file that is an option of the import. @returns a function that ends the upload */
  const beginUpload = () => {
    uploads.current += 1;
    return () => {
      uploads.current -= 1;
      setProblem(null);
    };
  };
  /** Repeats the trial run after the user changed an option. */
  const again = () => {
    // A running import cannot be stopped.
    if (pending === 'import') return;
    begin();
    // Wait for the next rendering, because only then are the changed options available.
    setResult(null);
    if (chosen) setTimeout(() => void runFile(chosen, true));
  };
  return { chosen, pending, result, problem, choose, run, again, beginUpload };
}
