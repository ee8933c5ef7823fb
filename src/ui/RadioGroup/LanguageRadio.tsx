import { LANGUAGE_NAMES, type Locale } from '@contract/text';
import { RadioGroup, type RadioGroupProps } from '.';

interface LanguageRadioProps extends Pick<RadioGroupProps<Locale>, 'value' | 'onChange' | 'label'> {
  readonly languages: readonly Locale[];
}

/** Renders a choice between languages. Each language has its own name as label. */
export function LanguageRadio({ languages, ...group }: LanguageRadioProps) {
  return <RadioGroup {...group} options={languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))} />;
}
