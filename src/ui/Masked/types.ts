import type { Data, Input } from '@contract/index';

export type Revealed = Data<'common.Sensitive/unmask'>;

export interface UnmaskProps {
  readonly objectType: Input<'common.Sensitive/unmask'>['objectType'];
  readonly id: number;
  readonly field: Input<'common.Sensitive/unmask'>['field'];
  /** With the field `answer`: key of the field of the form. */
  readonly answer?: string;
  readonly value: string | null;
  /** Whose or what it is, for the dialog and a screen reader. */
  readonly name: string;
  /** The page's permission "Show masked data"; the kind of data must be open to the person as well, or it only stays masked. */
  readonly rule: number;
}
