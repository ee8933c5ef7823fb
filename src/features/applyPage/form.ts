import type { Answers, FormField } from '@contract/franchiseForm';
import { type AnswerFault, checkAnswers, visibleKeys } from '@contract/franchiseForm.answers';
import { faultText } from '@contract/franchiseForm.words';
import type { Locale } from '@contract/text';
import { readAnswers, shellOf, writeAnswers } from './answers';
import { choosePlace, loadBelow, type Regions } from './places';

/** This module runs the form: conditions, errors at fields and region lists. The public page and the builder's preview share it. */

export interface FormParts {
  readonly root: ParentNode;
  readonly fields: readonly FormField[];
  readonly locale: Locale;
  readonly regions: Regions;
}
export interface LiveForm {
  answers(): Answers;
  /** Checks the answers, shows errors at their fields and focuses the first field with an error. @returns the number of errors */
  check(): number;
  showFaults(faults: readonly { readonly key: string; readonly message: string }[]): void;
  fill(answers: Answers): void;
  stop(): void;
}

/** Returns the first control of a field, or `null` if the field has none. */
const controlIn = (shell: Element | null): HTMLElement | null =>
  shell?.querySelector<HTMLElement>('input, select, textarea') ?? null;

/** Shows an error message at a field. An empty message removes the error. */
export function showError(shell: Element | null, message: string): void {
  const place = shell?.querySelector('[data-error]');
  if (place && place.textContent !== message) place.textContent = message;
  for (const control of shell?.querySelectorAll('input, select, textarea') ?? []) {
    if (message === '') control.removeAttribute('aria-invalid');
    else control.setAttribute('aria-invalid', 'true');
  }
}

/** Starts the form. The form reacts to input until `stop` is called. */
export function liveForm({ root, fields, locale, regions }: FormParts): LiveForm {
  const touched = new Set<string>();
  /** Reasons why region lists could not be loaded, by field key. */
  const unloaded = new Map<string, string>();

  /** Shows the fields whose condition is met, and hides the other fields. */
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
  /** Returns the error messages by field key. Without its list, a region would be sent with fewer levels than the applicant chose. */
  const messages = (): ReadonlyMap<string, string> => {
    const answers = readAnswers(root, fields);
    const visible = visibleKeys(fields, answers);
    const faults = checkAnswers(fields, answers).faults.map((fault) => [fault.key, messageOf(fault)] as const);
    return new Map([...faults, ...[...unloaded].filter(([key]) => visible.has(key))]);
  };
  /** Shows or hides the fields with conditions, and updates the errors that are shown. */
  const refresh = (): void => {
    follow();
    const found = messages();
    for (const key of [...touched, ...unloaded.keys()]) showError(shellOf(root, key), found.get(key) ?? '');
  };
  /** Updates the form after region lists were loaded. If a list could not be loaded, its field shows the reason. */
  const afterLoad = (shell: HTMLElement, loading: Promise<void>): void => {
    const key = shell.dataset.field ?? '';
    if (unloaded.delete(key)) showError(shell, '');
    void loading.catch(({ message }: Error) => unloaded.set(key, message)).then(refresh);
  };

  const onChange = (event: Event): void => {
    const { target } = event;
    if (target instanceof HTMLSelectElement && target.dataset.place !== undefined) {
      const shell = target.closest<HTMLElement>('[data-field]');
      if (shell) afterLoad(shell, loadBelow(shell, Number(target.dataset.place), target.value, regions));
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
      const found = messages();
      showFaults([...found].map(([key, message]) => ({ key, message })));
      return found.size;
    },
    showFaults,
    fill: (answers) => {
      writeAnswers(root, fields, answers, (shell, code) => {
        if (code !== '') afterLoad(shell, choosePlace(shell, code, regions));
      });
      refresh();
    },
    stop: () => {
      root.removeEventListener('input', refresh);
      root.removeEventListener('change', onChange);
    },
  };
}
