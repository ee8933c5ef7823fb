import type { FormField } from '@contract/franchiseForm';
import { el, type ViewElement } from '@contract/franchisePage.elements';
import { type FieldParts, fieldView } from '@contract/franchisePage.fieldView';
import type { Data } from '@contract/index';
import type { Page } from './page';

/** This module builds the applicant's view of an application. It uses no UI library. */

export type OwnApplication = Data<'franchise.Public/getStatus'>['list'][number];
export type Supply = NonNullable<OwnApplication['supply']>;
interface Parts extends Pick<FieldParts, 'locale' | 'provinces'> {
  readonly say: Page['say'];
}

/** Returns the fields of the form with the contract's type. The type of the response is looser. */
export const fieldsOf = ({ fields }: Supply): readonly FormField[] => fields as unknown as readonly FormField[];

function supplyForm(supply: Supply, parts: Parts): ViewElement {
  const { say } = parts;
  return el(
    'form',
    { novalidate: true, 'aria-labelledby': 'supply-title' },
    el('h3', { id: 'supply-title' }, say('supplyTitle')),
    fieldsOf(supply).map((field) => fieldView(field, parts)),
    el('p', { class: 'problem', role: 'alert', 'data-problem': true }),
    el('button', { type: 'submit', class: 'main' }, say('supplySend')),
  );
}

const steps = ({ steps: names, step }: OwnApplication, { say }: Parts): ViewElement | null =>
  step === null
    ? null
    : el(
        'ol',
        { class: 'progress', 'aria-label': say('progress') },
        names.map((name, at) => el('li', { 'aria-current': at === step ? 'step' : null }, name)),
      );

/** Builds the view of an application. @param isOpen whether the material form is shown instead of the button that opens it */
export function applicationView(own: OwnApplication, isOpen: boolean, parts: Parts): ViewElement {
  const { no, appliedOn, stateText, reason, applyAgain, supply } = own;
  const { say } = parts;
  const button = el('button', { type: 'button', class: 'second', 'data-supply': no }, say('supplyTitle'));
  return el(
    'section',
    { class: 'block', 'aria-labelledby': `no-${no}` },
    el('h2', { id: `no-${no}`, tabindex: -1 }, say('number', { no })),
    el('p', { class: 'help' }, say('appliedOn', { day: appliedOn })),
    steps(own, parts),
    el('p', {}, stateText),
    reason ? el('p', { dir: 'auto' }, say('reason', { reason })) : null,
    applyAgain ? el('p', {}, el('a', { href: applyAgain }, say('applyAgain'))) : null,
    supply ? (isOpen ? supplyForm(supply, parts) : button) : null,
  );
}
