import { contrastToWhite } from '../../../contract/colour';
import type { FieldError } from '../../../contract/endpoint';
import type { OEM } from '../../../contract/oem.settings';
import type { GroupValues } from '../../../contract/settings';
import { fill, type Locale, text } from '../../../contract/text';

export type Branding = GroupValues<typeof OEM.groups.oem>;

const LEAST_CONTRAST = 3;
const CONTRAST = text(
  '与白色的对比度为 {n}:1，至少须为 3:1',
  'The contrast to white is {n}:1; it must be 3:1 or more',
  'O contraste com o branco é {n}:1; deve ser de 3:1 ou mais',
  '與白色的對比度為 {n}:1，至少須為 3:1',
);

/** Formats the contrast. It is rounded down, so that 2.999 does not appear as 3.00. */
const shownContrast = (colour: string): string => (Math.floor(contrastToWhite(colour) * 100) / 100).toFixed(2);

/** Finds a theme colour with too little contrast to white. The field's declaration cannot express this rule. */
export function colourErrors({ themeColor }: Branding, locale: Locale): FieldError[] {
  if (themeColor === '' || contrastToWhite(themeColor) >= LEAST_CONTRAST) return [];
  const message = fill(CONTRAST[locale], { n: shownContrast(themeColor) }, locale);
  return [{ field: 'themeColor', rule: 'contrast', message }];
}

export { shownContrast };
