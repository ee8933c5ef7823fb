import type { Data, Input } from '@contract/index';

export type Revealed = Data<'common.Sensitive/unmask'>;

export interface UnmaskProps {
  readonly objectType: Input<'common.Sensitive/unmask'>['objectType'];
  readonly id: number;
  readonly field: Input<'common.Sensitive/unmask'>['field'];
  /** Key of the form's field, when `field` is `answer`. */
  readonly answer?: string;
  readonly value: string | null;
  /** Name of the owner, for the dialog and screen readers. */
  readonly name: string;
  /** The page's permission rule "Show masked data". The user also needs access to the kind of data; otherwise there is no button. */
  readonly rule: number;
}
