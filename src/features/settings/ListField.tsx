import { useState } from 'react';
import type { Control } from '@/ui/EntityForm/types';
import { Input } from '@/ui/library/Input';

/** Splits text into unique entries at line breaks, commas and blanks. */
function readEntries(text: string): string[] {
  return [...new Set(text.split(/[\s,，;；]+/).filter(Boolean))];
}

/** A list of texts, one per line. */
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
  // Keep the typed line breaks. A value that was set from outside replaces them.
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
