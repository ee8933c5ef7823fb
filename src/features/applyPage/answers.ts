import { type Answers, type FormField, isAsked, VALUE_SEPARATOR } from '@contract/franchiseForm';
import { addressAnswer, addressParts, valuesOf } from '@contract/franchiseForm.answers';
import { fileItem } from './fileItem';
import { setPoint } from './point';

/** This module reads and writes the controls of a form. The public page and the builder's preview share it, so it uses no libraries. */

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const shellOf = (root: ParentNode, key: string): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-field="${key}"]`);
const all = <E extends Element>(shell: Element | null, selector: string): E[] => [
  ...(shell?.querySelectorAll<E>(selector) ?? []),
];

/** Returns the code of the deepest chosen region, or an empty text if no region is chosen. */
function placeOf(shell: Element | null): string {
  const chosen = all<HTMLSelectElement>(shell, '[data-place]').map(({ value }) => value);
  return chosen.filter(Boolean).pop() ?? '';
}

function readOne(root: ParentNode, { key, kind }: FormField): string {
  const shell = shellOf(root, key);
  switch (kind) {
    case 'multiSelect':
    case 'radio':
      return all<HTMLInputElement>(shell, 'input:checked')
        .map(({ value }) => value)
        .join(VALUE_SEPARATOR);
    case 'image':
    case 'file':
      return all<HTMLElement>(shell, '[data-file]')
        .flatMap(({ dataset }) => dataset.file || [])
        .join(VALUE_SEPARATOR);
    case 'agreement':
      return all<HTMLInputElement>(shell, 'input:checked').length > 0 ? 'yes' : '';
    case 'region':
      return placeOf(shell);
    case 'address': {
      const [street] = all<HTMLInputElement>(shell, '[data-street]');
      const [point] = all<HTMLInputElement>(shell, '[data-point]');
      return addressAnswer(placeOf(shell), street?.value ?? '', point?.value ?? '');
    }
    default:
      return all<Control>(shell, 'input, select, textarea')[0]?.value ?? '';
  }
}

/** Reads the answers from the controls. @returns the answers by field key */
export function readAnswers(root: ParentNode, fields: readonly FormField[]): Answers {
  return Object.fromEntries(fields.filter(isAsked).map((field) => [field.key, readOne(root, field)]));
}

/** Writes answers into the controls. Regions are set by `choosePlace`, because their lists must be loaded first. */
export function writeAnswers(
  root: ParentNode,
  fields: readonly FormField[],
  answers: Answers,
  choosePlace: (shell: HTMLElement, code: string) => void,
): void {
  for (const { key, kind } of fields) {
    const shell = shellOf(root, key);
    const answer = answers[key];
    if (!shell || answer === undefined) continue;
    const [control] = all<Control>(shell, 'input, select, textarea');
    if (kind === 'region') choosePlace(shell, answer);
    else if (kind === 'image' || kind === 'file') {
      const list = shell.querySelector('[data-files]');
      list?.replaceChildren(...valuesOf(answer).map((id) => fileItem(list, { id, name: id }).item));
    } else if (kind === 'address') {
      const [code, street, point] = addressParts(answer);
      choosePlace(shell, code);
      const [input] = all<HTMLInputElement>(shell, '[data-street]');
      if (input) input.value = street;
      setPoint(shell, point);
    } else if (kind === 'radio' || kind === 'multiSelect') {
      const chosen = valuesOf(answer);
      for (const input of all<HTMLInputElement>(shell, 'input')) input.checked = chosen.includes(input.value);
    } else if (kind === 'agreement' && control instanceof HTMLInputElement) control.checked = answer === 'yes';
    else if (control) control.value = answer;
  }
}
