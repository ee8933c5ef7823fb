import { fill, type Locale, type Text, text } from './text';
import { WORD } from './words';

/**
 * Error messages of form fields (DOMAIN §0.3, SPEC §5). The page shows them before the request, and the server returns the
 * same messages in `data.errors`. `{label}` is the field's name in the user's language.
 */
export const VALIDATION = {
  unknown: text('不支持{label}', '{label} is not supported', '{label} não é conhecido aqui', '不支援{label}'),
  required: WORD.pleaseInputLabel,
  requiredSelect: text('请选择{label}', 'Please select {label}', 'Selecione {label}', '請選擇{label}'),
  requiredUpload: text('请上传{label}', 'Please upload {label}', 'Envie {label}', '請上傳{label}'),

  /* Texts. `{n}`, `{min}` and `{max}` are numbers of characters. */
  length: text(
    '{label}长度须为 {min}–{max} 个字符',
    '{label} must be {min}–{max} characters',
    '{label} deve ter de {min} a {max} caracteres',
    '{label}長度須為 {min}–{max} 個字元',
  ),
  exactLength: text(
    '{label}须为 {n} 个字符',
    '{label} must be exactly {n} characters',
    '{label} deve ter exatamente {n} caracteres',
    '{label}須為 {n} 個字元',
  ),
  minLength: text(
    '{label}至少 {min} 个字符',
    '{label} must be at least {min} characters',
    '{label} deve ter pelo menos {min} caracteres',
    '{label}至少 {min} 個字元',
  ),
  maxLength: text(
    '{label}最多 {max} 个字符',
    '{label} must be at most {max} characters',
    '{label} deve ter no máximo {max} caracteres',
    '{label}最多 {max} 個字元',
  ),
  pattern: WORD.labelIsNotValid,

  /* Numbers. `{min}`, `{max}` and the multiple `{n}` have the unit that the field shows. In `decimals`, `{n}` is a number of decimals. */
  range: text(
    '{label}须在 {min} 到 {max} 之间',
    '{label} must be between {min} and {max}',
    '{label} deve ficar entre {min} e {max}',
    '{label}須介於 {min} 到 {max} 之間',
  ),
  min: text(
    '{label}不能小于 {min}',
    '{label} must be at least {min}',
    '{label} deve ser no mínimo {min}',
    '{label}不能小於 {min}',
  ),
  max: text(
    '{label}不能大于 {max}',
    '{label} must be at most {max}',
    '{label} deve ser no máximo {max}',
    '{label}不能大於 {max}',
  ),
  number: text('{label}须为数字', '{label} must be a number', '{label} deve ser um número', '{label}須為數字'),
  integer: text(
    '{label}须为整数',
    '{label} must be a whole number',
    '{label} deve ser um número inteiro',
    '{label}須為整數',
  ),
  decimals: text(
    '{label}最多 {n} 位小数',
    '{label} allows at most {n} decimals',
    '{label} aceita no máximo {n} casas decimais',
    '{label}最多 {n} 位小數',
  ),
  step: text(
    '{label}须为 {n} 的倍数',
    '{label} must be a multiple of {n}',
    '{label} deve ser múltiplo de {n}',
    '{label}須為 {n} 的倍數',
  ),

  /* Lists. `{n}`, `{min}` and `{max}` are numbers of entries. */
  arrayRange: text(
    '{label}须为 {min}–{max} 项',
    '{label} must have {min}–{max} entries',
    '{label} deve ter de {min} a {max} itens',
    '{label}須為 {min}–{max} 項',
  ),
  arrayLength: text(
    '{label}须为 {n} 项',
    '{label} must have exactly {n} entries',
    '{label} deve ter exatamente {n} itens',
    '{label}須為 {n} 項',
  ),
  arrayMin: text(
    '{label}至少 {min} 项',
    '{label} must have at least {min} entries',
    '{label} deve ter pelo menos {min} itens',
    '{label}至少 {min} 項',
  ),
  arrayMax: text(
    '{label}最多 {max} 项',
    '{label} must have at most {max} entries',
    '{label} deve ter no máximo {max} itens',
    '{label}最多 {max} 項',
  ),
  repeated: text(
    '{label}中有重复项',
    '{label} contains the same entry twice',
    '{label} contém itens repetidos',
    '{label}中有重複項目',
  ),

  /* Choices, comparisons with other records, other fields and the current time, and the size of pictures. */
  unique: text('{label}已存在', '{label} already exists', '{label} já existe', '{label}已存在'),
  choice: text(
    '{label}不在可选范围内',
    '{label} is not one of the choices',
    '{label} não está entre as opções',
    '{label}不在可選範圍內',
  ),
  future: text(
    '{label}须晚于当前时间',
    '{label} must be later than now',
    '{label} deve ser posterior ao momento atual',
    '{label}須晚於目前時間',
  ),
  past: text(
    '{label}不能晚于当前时间',
    '{label} must not be later than now',
    '{label} não pode ser posterior ao momento atual',
    '{label}不能晚於目前時間',
  ),
  after: text(
    '{label}须晚于{other}',
    '{label} must be after {other}',
    '{label} deve vir depois de {other}',
    '{label}須晚於{other}',
  ),
  notAbove: text(
    '{label}不能大于{other}',
    '{label} must not exceed {other}',
    '{label} não pode ser maior que {other}',
    '{label}不能大於{other}',
  ),
  same: text(
    '{label}与{other}不一致',
    '{label} does not match {other}',
    '{label} não coincide com {other}',
    '{label}與{other}不一致',
  ),

  pixels: text(
    '{label}须为 {n}×{n} 像素',
    '{label} must be {n} × {n} pixels',
    '{label} deve ter {n} × {n} pixels',
    '{label}須為 {n}×{n} 像素',
  ),
} as const satisfies Record<string, Text>;

/** Name of a check. The server sends it as `rule` of a field error. */
export type ValidationRule = keyof typeof VALIDATION;

/** Values of the placeholders. `label` and `other` are field names in the user's language. */
export type ValidationParams = Readonly<Partial<Record<'label' | 'other' | 'min' | 'max' | 'n', string | number>>>;

/** Returns the error message of a refused field and fills its placeholders. */
export function validationText(rule: ValidationRule, locale: Locale, params: ValidationParams = {}): string {
  return fill(VALIDATION[rule][locale], { ...params }, locale);
}
