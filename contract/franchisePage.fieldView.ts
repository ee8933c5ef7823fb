import { FORM, type FormField } from './franchiseForm';
import { inWords } from './franchiseForm.words';
import { el, type ViewElement } from './franchisePage.elements';
import { FILE_WORDS, filesControl } from './franchisePage.files';
import type { Locale } from './text';

/** This file builds the fields of the application page, and its phone verification, from simple elements. Its functions are pure. */

/** Keys of the texts for the button that adds the visitor's location to a postal address. */
export const POSITION_WORDS = [
  'usePosition',
  'removePosition',
  'position',
  'positionWait',
  'positionRefused',
  'positionUnavailable',
] as const;
/**
 * Keys of the texts that the elements of the page show, apart from the contents that staff write. The script of the page has further texts.
 */
export const PAGE_WORDS = [
  'choose',
  'province',
  'city',
  'district',
  'street',
  'optional',
  'captcha',
  'captchaPicture',
  'anotherPicture',
  'sendCode',
  'code',
  'agree',
  'readAgreement',
  'call',
  'step',
  ...FILE_WORDS,
  ...POSITION_WORDS,
] as const;
export type PageWord = (typeof PAGE_WORDS)[number];

export interface FieldParts {
  readonly locale: Locale;
  readonly say: (word: PageWord) => string;
  readonly provinces: readonly { readonly code: string; readonly name: string }[];
}

const controlId = (key: string): string => `f-${key}`;
const errorId = (key: string): string => `e-${key}`;

const control = ({ key, help, required }: FormField, isDescribed: boolean) => ({
  id: controlId(key),
  name: key,
  'aria-required': required ? 'true' : null,
  'aria-describedby': `${isDescribed && help ? `h-${key} ` : ''}${errorId(key)}`,
});

const INPUTS: Partial<Record<FormField['kind'], Readonly<Record<string, string>>>> = {
  phone: { type: 'tel', autocomplete: 'tel', maxlength: '16' },
  email: { type: 'email', autocomplete: 'email', maxlength: '254' },
  number: { inputmode: 'decimal', maxlength: '15' },
  amount: { inputmode: 'decimal', maxlength: '11' },
  idCard: { maxlength: '18', autocapitalize: 'characters' },
  date: { type: 'date' },
};

const options = (list: readonly { readonly value: string; readonly name: string }[], first: string) => [
  el('option', { value: '' }, first),
  ...list.map(({ value, name }) => el('option', { value }, name)),
];

/** Renders three selects for province, city and district. The choice in one select fills the next. */
function places(field: FormField, { say, provinces }: FieldParts): ViewElement[] {
  const levels = [
    ['province', provinces.map(({ code, name }) => ({ value: code, name }))],
    ['city', []],
    ['district', []],
  ] as const;
  return levels.map(([level, list], index) =>
    el(
      'select',
      {
        ...(index === 0 ? control(field, true) : { id: `${controlId(field.key)}-${level}` }),
        name: null,
        'data-place': index,
        'aria-label': say(level),
        disabled: index > 0,
      },
      options(list, say(level)),
    ),
  );
}

function choices(field: FormField, locale: Locale): ViewElement {
  const type = field.kind === 'radio' ? 'radio' : 'checkbox';
  return el(
    'div',
    { class: 'choices' },
    (field.options ?? []).map(({ value, label }, index) =>
      el(
        'label',
        { class: 'choice' },
        el('input', { type, name: field.key, value, id: index === 0 ? controlId(field.key) : null }),
        el('span', { dir: 'auto' }, inWords(label, locale)),
      ),
    ),
  );
}

function controlOf(field: FormField, parts: FieldParts): ViewElement {
  const { locale, say } = parts;
  const { kind, key } = field;
  const placeholder = field.placeholder && inWords(field.placeholder, locale);
  switch (kind) {
    case 'textarea':
      return el('textarea', {
        ...control(field, true),
        rows: 4,
        maxlength: field.max ?? FORM.textarea.max,
        placeholder,
        dir: 'auto',
      });
    case 'select': {
      const list = (field.options ?? []).map(({ value, label }) => ({ value, name: inWords(label, locale) }));
      return el('select', control(field, true), options(list, placeholder || say('choose')));
    }
    case 'radio':
    case 'multiSelect':
      return choices(field, locale);
    case 'region':
      return el('div', { class: 'places' }, places(field, parts));
    case 'address':
      return el(
        'div',
        { class: 'places' },
        places(field, parts),
        el('input', {
          type: 'text',
          'data-street': true,
          'aria-label': say('street'),
          placeholder: placeholder || say('street'),
          maxlength: FORM.address.max,
          autocomplete: 'street-address',
          dir: 'auto',
        }),
        el('input', { type: 'hidden', 'data-point': true }),
        el(
          'div',
          { class: 'row position' },
          el('button', { type: 'button', class: 'second', 'data-position': true }, say('usePosition')),
          el(
            'button',
            { type: 'button', class: 'second', 'data-no-position': true, hidden: true },
            say('removePosition'),
          ),
          el('span', { class: 'help', role: 'status', 'data-position-status': say('position') }),
        ),
      );
    case 'image':
    case 'file':
      return filesControl(field, control(field, true), parts);
    default: {
      const max = kind === 'text' ? (key === 'name' ? FORM.name.max : (field.max ?? FORM.text.max)) : null;
      return el('input', {
        type: 'text',
        ...control(field, true),
        ...(INPUTS[kind] ?? { maxlength: max, autocomplete: key === 'name' ? 'name' : 'off', dir: 'auto' }),
        placeholder,
      });
    }
  }
}

/** Renders one field: label, help, control, and an empty element for its error. Dividers and hints have no control and no error. */
export function fieldView(field: FormField, parts: FieldParts): ViewElement {
  const { locale, say } = parts;
  const { key, kind, required } = field;
  const label = inWords(field.label, locale);
  const help = field.help && inWords(field.help, locale);
  const shell = { class: `field ${kind}`, 'data-field': key };
  if (kind === 'divider') return el('div', shell, el('hr', {}), label ? el('h3', { dir: 'auto' }, label) : null);
  if (kind === 'hint') return el('p', { ...shell, class: 'field note', dir: 'auto' }, label, help ? ` ${help}` : null);
  const error = el('p', { id: errorId(key), class: 'error', 'data-error': true });
  const helping = help ? el('p', { id: `h-${key}`, class: 'help', dir: 'auto' }, help) : null;
  if (kind === 'agreement') {
    const box = el('input', { type: 'checkbox', ...control(field, true), value: 'yes' });
    return el('div', shell, el('label', { class: 'choice' }, box, el('span', { dir: 'auto' }, label)), helping, error);
  }
  const mark = required ? el('span', { class: 'required', 'aria-hidden': 'true' }, '*') : null;
  const optional = required ? null : el('span', { class: 'optional' }, say('optional'));
  const title = [el('span', { dir: 'auto' }, label), ...(mark ? [mark] : []), ...(optional ? [optional] : [])];
  const isGroup = ['radio', 'multiSelect', 'region', 'address', 'image', 'file'].includes(kind);
  return isGroup
    ? el(
        'fieldset',
        { ...shell, 'aria-describedby': errorId(key) },
        el('legend', {}, title),
        helping,
        controlOf(field, parts),
        error,
      )
    : el('div', shell, el('label', { for: controlId(key) }, title), helping, controlOf(field, parts), error);
}

/** Renders the captcha field. If `needSms` is true, the SMS code field follows. Without the SMS code, only the captcha blocks bots. */
export function proofView({ say }: Pick<FieldParts, 'say'>, needSms: boolean): ViewElement {
  const captcha = el(
    'div',
    { class: 'field' },
    el('label', { for: 'captcha' }, say('captcha')),
    el(
      'div',
      { class: 'row' },
      el('input', {
        id: 'captcha',
        type: 'text',
        maxlength: 4,
        autocomplete: 'off',
        autocapitalize: 'characters',
        'aria-describedby': 'e-captcha',
      }),
      el(
        'button',
        { type: 'button', class: 'picture', 'data-captcha': true, 'aria-label': say('anotherPicture') },
        el('img', { alt: say('captchaPicture'), width: 120, height: 40 }),
      ),
    ),
    el('p', { id: 'e-captcha', class: 'error', 'data-error': true }),
  );
  if (!needSms) return captcha;
  const code = el(
    'div',
    { class: 'field' },
    el('label', { for: 'code' }, say('code')),
    el(
      'div',
      { class: 'row' },
      el('input', {
        id: 'code',
        type: 'text',
        inputmode: 'numeric',
        autocomplete: 'one-time-code',
        maxlength: 6,
        'aria-describedby': 'e-code',
      }),
      el('button', { type: 'button', class: 'second', 'data-send': true }, say('sendCode')),
    ),
    el('p', { id: 'e-code', class: 'error', 'data-error': true, 'aria-live': 'polite' }),
  );
  return el('div', {}, captcha, code);
}
