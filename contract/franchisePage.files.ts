import { acceptedTypes, FILE_TYPES, type FormField, mostFiles } from './franchiseForm';
import { inWords } from './franchiseForm.words';
import { el, type ViewElement } from './franchisePage.elements';
import { fill, type Locale } from './text';

/** This file builds the upload control on the application page. Its functions are pure. */

/** Keys of the texts for the upload control, and for the script's messages about files. */
export const FILE_WORDS = [
  'addPicture',
  'addFile',
  'removeFile',
  'fileLimits',
  'fileSize',
  'comma',
  'semicolon',
  'fileType',
  'fileTooLarge',
  'fileCount',
  'fileSent',
  'fileBusy',
  'offline',
] as const;
interface Parts {
  readonly locale: Locale;
  readonly say: (word: (typeof FILE_WORDS)[number]) => string;
}

const MEGABYTE = 1024 * 1024;

/** Formats the file limits of a field, such as `At most 3: JPG, PNG up to 5 MB; PDF up to 20 MB`. */
function limitsText(field: FormField, { say, locale }: Parts): string {
  const types = acceptedTypes(field).map((type) => FILE_TYPES[type]);
  const sizes = [...new Set(types.map(({ maxBytes }) => maxBytes))];
  const parts = sizes.map((size) => {
    const names = types.filter(({ maxBytes }) => maxBytes === size).map(({ name }) => name);
    return fill(say('fileSize'), { types: names.join(say('comma')), size: size / MEGABYTE }, locale);
  });
  return fill(say('fileLimits'), { n: mostFiles(field), types: parts.join(say('semicolon')) }, locale);
}

/** Builds the file limits, the list of files, the button that adds files, and two empty elements for the script's messages. */
export function filesControl(
  field: FormField,
  attrs: Readonly<Record<string, string | null>>,
  parts: Parts,
): ViewElement {
  const { say } = parts;
  const mimes = acceptedTypes(field).map((type) => FILE_TYPES[type].mime);
  const limits = `l-${field.key}`;
  return el(
    'div',
    { class: 'upload' },
    el('p', { id: limits, class: 'help' }, limitsText(field, parts)),
    el('ul', { class: 'files', 'data-files': true, 'data-remove': say('removeFile') }),
    el(
      'label',
      { class: 'second add', for: attrs.id },
      el('input', {
        ...attrs,
        'aria-describedby': `${limits} ${attrs['aria-describedby'] ?? ''}`.trim(),
        name: null,
        class: 'covered',
        type: 'file',
        accept: mimes.join(','),
        multiple: mostFiles(field) > 1,
      }),
      el('span', {}, say(field.kind === 'image' ? 'addPicture' : 'addFile')),
      el('span', { class: 'covered' }, ` ${inWords(field.label, parts.locale)}`),
    ),
    el('p', { class: 'error', role: 'alert', 'data-file-problem': true }),
    el('p', { class: 'covered', role: 'status', 'data-file-status': true }),
  );
}
