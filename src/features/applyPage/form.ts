import type { Answers, FormField } from '@contract/franchiseForm';
import { type AnswerFault, checkAnswers, visibleKeys } from '@contract/franchiseForm.answers';
import { faultText } from '@contract/franchiseForm.words';
import type { Locale } from '@contract/text';
import { readAnswers, shellOf, writeAnswers } from './answers';

/** How the form behaves: conditions, mistakes at their fields, regions that load. The public page and the preview share it. */

export interface Place {
  readonly code: string;
  readonly name: string;
}
export interface FormParts {
  readonly root: ParentNode;
  readonly fields: readonly FormField[];
  readonly locale: Locale;
  /** Regions within one. */
  readonly regions: (parent: string) => Promise<readonly Place[]>;
}
export interface LiveForm {
  answers(): Answers;
  /** Checks, shows the mistakes at their fields and focuses the first. @returns how many there are */
  check(): number;
  showFaults(faults: readonly { readonly key: string; readonly message: string }[]): void;
  fill(answers: Answers): void;
  stop(): void;
}

/** The control that a mistake belongs to. */
const controlIn = (shell: Element | null): HTMLElement | null =>
  shell?.querySelector<HTMLElement>('input, select, textarea') ?? null;

/** Shows a mistake at a field, or takes it away. */
export function showError(shell: Element | null, message: string): void {
  const place = shell?.querySelector('[data-error]');
  if (place && place.textContent !== message) place.textContent = message;
  for (const control of shell?.querySelectorAll('input, select, textarea') ?? []) {
    if (message === '') control.removeAttribute('aria-invalid');
    else control.setAttribute('aria-invalid', 'true');
  }
}

const PREFIX_LEVELS = [2, 4, 6];
/** Codes of a region and those above it, from the province down. */
const chainOf = (code: string): string[] => [
  ...new Set(PREFIX_LEVELS.map((length) => code.slice(0, length).padEnd(6, '0'))),
];

export function liveForm({ root, fields, locale, regions }: FormParts): LiveForm {
  const touched = new Set<string>();
  const faultsOf = (): readonly AnswerFault[] => checkAnswers(fields, readAnswers(root, fields)).faults;

  /** Hides what is not asked, and corrects mistakes that were shown. */
  const follow = (): void => {
    const visible = visibleKeys(fields, readAnswers(root, fields));
    for (const { key } of fields) {
      const shell = shellOf(root, key);
      if (shell) shell.hidden = !visible.has(key);
    }
  };
  const messageOf = (fault: AnswerFault): string => {
    const field = fields.find(({ key }) => key === fault.key);
    return field ? faultText(field, fault, locale) : '';
  };
  const refresh = (): void => {
    follow();
    const faults = faultsOf();
    for (const key of touched) {
      const fault = faults.find((one) => one.key === key);
      showError(shellOf(root, key), fault ? messageOf(fault) : '');
    }
  };

  /** Fills the select below the one that was chosen, and empties those below it. */
  const load = async (shell: Element, level: number, code: string): Promise<void> => {
    const selects = [...shell.querySelectorAll<HTMLSelectElement>('[data-place]')];
    for (const select of selects.slice(level + 1)) {
      select.length = 1;
      select.disabled = true;
    }
    const next = selects[level + 1];
    if (!next || code === '') return;
    const list = await regions(code).catch(() => []);
    // Another one was chosen meanwhile.
    if (selects[level]?.value !== code) return;
    for (const place of list) next.add(new Option(place.name, place.code));
    next.disabled = list.length === 0;
  };
  const choosePlace = async (shell: HTMLElement, code: string): Promise<void> => {
    if (code === '') return;
    const selects = [...shell.querySelectorAll<HTMLSelectElement>('[data-place]')];
    const chain = chainOf(code);
    for (const [level, select] of selects.entries()) {
      const wanted = chain[level];
      if (wanted === undefined) break;
      select.value = wanted;
      await load(shell, level, wanted);
    }
    refresh();
  };

  const onChange = (event: Event): void => {
    const { target } = event;
    if (target instanceof HTMLSelectElement && target.dataset.place !== undefined) {
      const shell = target.closest('[data-field]');
      if (shell) void load(shell, Number(target.dataset.place), target.value).then(refresh);
    }
    refresh();
  };
  root.addEventListener('input', refresh);
  root.addEventListener('change', onChange);
  follow();

  const showFaults: LiveForm['showFaults'] = (faults) => {
    for (const { key } of fields) {
      const message = faults.find((fault) => fault.key === key)?.message ?? '';
      if (message) touched.add(key);
      showError(shellOf(root, key), message);
    }
    controlIn(shellOf(root, faults[0]?.key ?? ''))?.focus();
  };
  return {
    answers: () => readAnswers(root, fields),
    check: () => {
      const faults = faultsOf();
      showFaults(faults.map((fault) => ({ key: fault.key, message: messageOf(fault) })));
      return faults.length;
    },
    showFaults,
    fill: (answers) => {
      writeAnswers(root, fields, answers, (shell, code) => void choosePlace(shell, code));
      refresh();
    },
    stop: () => {
      root.removeEventListener('input', refresh);
      root.removeEventListener('change', onChange);
    },
  };
}
