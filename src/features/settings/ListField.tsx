import { useState } from 'react';
import type { Control } from '@/ui/EntityForm/types';
import { Input } from '@/ui/library/Input';

/** Splits a text into unique entries at blanks, line breaks, commas and semicolons. */
function readEntries(text: string): string[] {
  return [...new Set(text.split(/[\s,，;；]+/).filter(Boolean))];
}

/** Edits a list of texts, one text on each line. */
export function ListField({
  control,
  label,
  example,
}: {
  readonly control: Control;
  readonly label: string;
  readonly example: string | null;
}) {
  const { id, disabled, invalid, describedBy, onChange } = control;
  const entries = Array.isArray(control.value) ? control.value.map(String) : [];
  const [typed, setTyped] = useState<string | null>(null);
  // While the user types, show the text as typed, unless the value was changed outside this field.
  const shown = typed !== null && readEntries(typed).join() === entries.join() ? typed : entries.join('\n');
  return (
    <Input.TextArea
      id={id}
      value={shown}
      disabled={disabled}
      status={invalid ? 'error' : undefined}
      rows={Math.min(10, Math.max(2, entries.length + 1))}
      placeholder={example ?? undefined}
      spellCheck={false}
      dir="ltr"
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(readEntries(event.target.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
