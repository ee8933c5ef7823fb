import type { Data, Input } from '@contract/index';

export type Revealed = Data<'common.Sensitive/unmask'>;

export interface UnmaskProps {
  readonly objectType: Input<'common.Sensitive/unmask'>['objectType'];
  readonly id: number;
  readonly field: Input<'common.Sensitive/unmask'>['field'];
  /** Key of the field in the franchise application. Used only when `field` is `answer`. */
  readonly answer?: string;
  readonly value: string | null;
  /** Name of the person whom the value concerns, for the dialog and screen readers. */
  readonly name: string;
  /** Id of the page's permission "Show masked data". The user also needs access to this kind of data, or there is no button. */
  readonly rule: number;
}
