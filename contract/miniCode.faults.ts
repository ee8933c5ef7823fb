import type { CodeField, CodeForm } from './miniCode.forms';
import { type Text, text } from './text';
import type { ValidationParams, ValidationRule } from './validation';

/** This file checks the input of a code action (contract/miniCode.forms.ts). The page and the server share it. */

/** Error messages whose wording DOMAIN prescribes. */
export const CODE_FAULT_TEXT = {
  versionNumber: text(
    '请使用三段数字，例如 1.2.0',
    'Use three numbers such as 1.2.0',
    'Use três números, como 1.2.0',
    '請使用三段數字，例如 1.2.0',
  ),
  typedVersion: text(
    '请输入与版本号完全一致的内容',
    'Type the version exactly as shown',
    'Digite a versão exatamente como mostrada',
    '請輸入與版本號完全一致的內容',
  ),
  phoneOrEmail: text(
    '请填写电话或邮箱',
    'Give a phone or an email',
    'Informe um telefone ou um e-mail',
    '請填寫電話或信箱',
  ),
  rgb: text('请将图片保存为 RGB', 'Save the image in RGB', 'Salve a imagem em RGB', '請將圖片儲存為 RGB'),
} as const;

export interface CodeFault {
  readonly rule: ValidationRule;
  readonly params?: ValidationParams;
  /** Message to show instead of the rule's default message. */
  readonly text?: Text;
}
type Values = Readonly<Record<string, unknown>>;

/** Counts the characters of a trimmed text. With `wide`, each character beyond Latin-1 counts as two. */
export function codeLength(value: string, wide: boolean): number {
  return [...value.trim()].reduce((sum, char) => sum + (wide && (char.codePointAt(0) ?? 0) > 0xff ? 2 : 1), 0);
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/**
 * Splits a text such as `a, b` into the list `['a', 'b']`, at commas and spaces. If the value is already a list, its items are converted to
 * texts instead. Empty texts are left out.
 */
export const wordsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.map(String) : String(value ?? '').split(/[,，\s]+/)).filter((word) => word !== '');

function jsonFault(value: string, maxBytes: number): CodeFault | null {
  if (new TextEncoder().encode(value).length > maxBytes) return { rule: 'maxLength', params: { max: maxBytes } };
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? null : { rule: 'pattern' };
  } catch {
    return { rule: 'pattern' };
  }
}

const REGION_CODE = /^\d{6}$/;

function valueFault(field: CodeField, value: unknown): CodeFault | null {
  switch (field.kind) {
    case 'text':
    case 'textarea': {
      const { min, max, pattern, patternText, wide = false } = field;
      const typed = String(value);
      const length = codeLength(typed, wide);
      const isInRange = length >= min && length <= max;
      if (pattern && !pattern.test(typed.trim()) && (patternText || isInRange)) {
        return { rule: 'pattern', ...(patternText && { text: CODE_FAULT_TEXT[patternText] }) };
      }
      return isInRange ? null : { rule: 'length', params: { min, max } };
    }
    case 'json':
      return jsonFault(String(value), field.maxBytes);
    case 'choice':
      return String(value) in field.values ? null : { rule: 'choice' };
    case 'number':
      return field.values.includes(Number(value)) ? null : { rule: 'choice' };
    case 'day':
      return /^\d{4}-\d{2}-\d{2}$/.test(String(value)) && !Number.isNaN(Date.parse(String(value)))
        ? null
        : { rule: 'pattern' };
    case 'words': {
      const words = wordsOf(value);
      if (words.length > field.max) return { rule: 'arrayMax', params: { max: field.max } };
      const { pattern, each } = field;
      return words.every((word) => word.length <= each && (pattern?.test(word) ?? true)) ? null : { rule: 'pattern' };
    }
    case 'regions': {
      const codes = wordsOf(value);
      if (codes.length > field.max) return { rule: 'arrayMax', params: { max: field.max } };
      return codes.every((code) => REGION_CODE.test(code)) ? null : { rule: 'pattern' };
    }
    case 'files': {
      const { max } = field;
      return Array.isArray(value) && value.length > max ? { rule: 'arrayMax', params: { max } } : null;
    }
    default:
      return null;
  }
}

/** Checks the rules that involve several fields: contact and regions of a review, and the version that the user types to release it. */
function togetherFault(form: CodeForm, name: string, values: Values): CodeFault | null {
  if (name === 'servicePhone' && isEmpty(values.servicePhone) && isEmpty(values.serviceEmail))
    return { rule: 'required', text: CODE_FAULT_TEXT.phoneOrEmail };
  if (name === 'regions' && values.regionType === 'LOCATION' && isEmpty(values.regions))
    return { rule: 'requiredSelect' };
  const { confirmVersion, appVersion: version } = values;
  if (name === 'confirmVersion' && form.confirmVersion && String(confirmVersion ?? '').trim() !== version) {
    return { rule: 'same', text: CODE_FAULT_TEXT.typedVersion };
  }
  return null;
}

/** Returns the fault in one field of an action. `null` means that the field is valid, or that the action has no such field. */
export function codeFault(form: CodeForm, name: string, values: Values): CodeFault | null {
  const field = form[name];
  if (!field) return null;
  const value = values[name];
  if (isEmpty(value)) {
    const isPicked = field.kind === 'choice' || field.kind === 'number' || field.kind === 'day';
    if (field.required) return { rule: isPicked ? 'requiredSelect' : 'required' };
    return togetherFault(form, name, values);
  }
  return valueFault(field, value) ?? togetherFault(form, name, values);
}
