import { MOBILE, TEAM } from '@contract/limits';
import { TEAM_FIELDS } from '@contract/team.fields';
import { type FieldContext, phoneCheck, type WizardField } from './fieldContext';
import { isDraft } from './values';

/** Returns the fields of the station's first account. */
export function adminFields(context: FieldContext): readonly WizardField[] {
  const isFree = isDraft(context.detail);
  return [
    {
      name: 'adminAccount',
      label: TEAM_FIELDS.adminAccount,
      kind: 'text',
      required: isFree,
      disabled: !isFree,
      disabledReason: 'wizard.adminFixed',
      pattern: TEAM.adminAccount,
      help: 'wizard.accountHelp',
    },
    {
      name: 'adminName',
      label: TEAM_FIELDS.adminName,
      kind: 'text',
      required: isFree,
      disabled: !isFree,
      disabledReason: 'wizard.adminFixed',
      min: TEAM.adminName.min,
      max: TEAM.adminName.max,
    },
    {
      name: 'adminTel',
      label: TEAM_FIELDS.adminTel,
      kind: 'text',
      required: isFree,
      disabled: !isFree,
      disabledReason: 'wizard.adminFixed',
      inputMode: 'tel',
      check: phoneCheck(context, 'adminTel', [MOBILE]),
    },
    {
      name: 'adminIdentityId',
      label: TEAM_FIELDS.adminIdentityId,
      kind: 'options',
      source: 'stationIdentities',
      required: isFree,
      disabled: !isFree,
      disabledReason: 'wizard.adminFixed',
    },
    {
      name: 'notifyBySms',
      label: TEAM_FIELDS.notifyBySms,
      kind: 'switch',
      disabled: !isFree,
      disabledReason: 'wizard.adminFixed',
      help: 'wizard.smsHelp',
    },
  ];
}
