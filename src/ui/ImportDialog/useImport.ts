import { useRef, useState } from 'react';
import { base64Of } from '@/app/base64';
import type { MutationResult } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';

/** Endpoints that take a file and answer what is wrong with each of its rows. */
type ImportAddress = 'rights.Staff/import' | 'fundAudit.Rider/import';

export interface RowError {
  /** As the file counts, the head being 1; null: the file as a whole. */
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
  /** What the file may have: rows, and characters as base64. */
  readonly most: { readonly rows: number; readonly characters: number };
  /** Tries the file, or imports it. */
  readonly send: (content: string, dryRun: boolean) => Promise<MutationResult<ImportAddress>>;
  /** Everything was imported. */
  readonly onDone: (result: R) => void;
}

/**
 * The import of a file: the chosen file, what runs, what the trial run found, and the sentence about a failure. Choosing a file
 * tries it at once.
 */
export function useImport<R extends ImportResult>({ most, send, onDone }: ImportOptions<R>) {
  const t = useT();
  const latest = useRef(send);
  latest.current = send;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [pending, setPending] = useState<'trial' | 'import' | null>(null);
  const [result, setResult] = useState<R | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Base64 grows by a third.
  const largest = Math.floor((most.characters * 3) / 4) - 3;

  const runFile = async (file: Chosen, dryRun: boolean) => {
    setPending(dryRun ? 'trial' : 'import');
    setProblem(null);
    const end = await latest.current(file.content, dryRun).finally(() => setPending(null));
    if (end.kind === 'done' && !dryRun) onDone(end.data as unknown as R);
    else if (end.kind === 'done') setResult(end.data as unknown as R);
    else if (end.kind === 'fields') {
      // Something changed in between: the import told it as the trial run would have.
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
  /** Tries or imports the chosen file. */
  const run = (dryRun: boolean) => chosen && runFile(chosen, dryRun);
  /** Tries it again after further choices changed. */
  const again = () => {
    // The new choices are in the next rendering.
    setResult(null);
    if (chosen) setTimeout(() => void runFile(chosen, true));
  };
  return { chosen, pending, result, problem, choose, run, again };
}
