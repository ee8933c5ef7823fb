import type { Input, WriteAddress } from './index';
import { secretNames } from './settings';
import { SITE } from './site.settings';

/**
 * Compensations. A compensation is the call that undoes a finished call. The server processes it like a call of the user, with the same
 * handler (DOMAIN §0.3 "undo"). Calls that move money or send messages are not listed. To undo a bulk call, the server makes one call per
 * record. The file imports no libraries.
 */

type Values = Readonly<Record<string, unknown>>;

/** A finished call, from which its compensation is built. */
export interface DoneCall {
  readonly input: Values;
  /** Id and new version of the changed object. Some calls also return the new state of the object. */
  readonly data: { readonly id: number; readonly version: number; readonly state?: string | undefined };
  /** Values before the call, as the handler recorded them. Empty when the handler recorded no values. */
  readonly before: Values;
  /** Reason that is sent when the compensation requires one. */
  readonly reason: string;
  readonly at: Date;
}

interface Call {
  readonly address: WriteAddress;
  /** Returns the input of the compensation, or `null` when the call cannot be undone. */
  readonly input: (done: DoneCall) => Values | null;
}

export interface Compensation extends Call {
  /** Returns a key of the object that the call and its compensation change: `team:12`. A later call with the same key prevents the undo. */
  readonly subject: (done: DoneCall) => string;
}

/** Builds a compensation. The input has the type of the endpoint, so that an input of another type does not compile. */
function by<A extends WriteAddress>(
  address: A,
  subject: Compensation['subject'],
  input: (done: DoneCall) => Input<A> | null,
): Compensation {
  return { address, subject, input: input as Compensation['input'] };
}

/** Area fields. After a station has opened, their changes take effect later (DOMAIN §3.3), and an edit cannot undo them. */
const WAITING_FIELDS: ReadonlySet<string> = new Set(['areaMode', 'hexSizeKm', 'polygon']);

const of = (kind: string) => (done: DoneCall) => `${kind}:${done.data.id}`;
const team = of('team');
const account = of('account');
const identity = of('identity');
const now = ({ data }: DoneCall) => ({ id: data.id, version: data.version });
const textOf = (value: unknown, instead: string): string =>
  typeof value === 'string' && [...value.trim()].length >= 2 ? value.trim() : instead;
/** Returns `value` if it is a time more than one minute after `at`, otherwise `null`. */
const ahead = (value: unknown, at: Date): string | null =>
  typeof value === 'string' && Date.parse(value) - at.getTime() > 60_000 ? value : null;
/**
 * Builds a compensation that restores the former values, which the handler recorded. The endpoint's schema validates these values before
 * the undo is offered.
 *
 * @param more returns values that the handler did not record, or `null` when this call cannot be undone
 */
function restores(
  address: WriteAddress,
  subject: Compensation['subject'],
  more: (done: DoneCall) => Values | null = () => ({}),
): Compensation {
  return {
    address,
    subject,
    input: (done) => {
      const rest = Object.keys(done.before).length === 0 ? null : more(done);
      return rest && { ...done.before, ...now(done), ...rest };
    },
  };
}
/**
 * Returns a different subject for each call on notices. Such calls cannot conflict, because an inbox belongs to one user and the
 * compensation checks each notice.
 */
const notices = ({ data, at }: DoneCall): string => `notices:${data.id}:${at.getTime()}`;
const backInInbox = (as: Input<'dashboard.Notice/restore'>['as']) =>
  by('dashboard.Notice/restore', notices, ({ before }) => {
    const ids = before.ids as number[];
    return ids.length === 0 ? null : { ids, as };
  });
/** Checks whether enabling a disabled account restores its former state. Enabling sets `active` or `invited`, but never `locked`. */
const wasUsable = (state: unknown) => state === 'active' || state === 'invited';
const isSecret = (value: unknown) => typeof value === 'string' && value !== '';

export const COMPENSATIONS: { readonly [A in WriteAddress]?: Compensation } = {
  'team.Team/pause': by('team.Team/resume', team, now),
  'team.Team/resume': by('team.Team/pause', team, (done) => ({
    ...now(done),
    reason: textOf(done.before.statusReason, done.reason),
    resumeAt: ahead(done.before.resumeAt, done.at),
  })),
  // Unfreezing always sets the state "paused". A station that was operating would not return to its former state.
  'team.Team/freeze': by('team.Team/unfreeze', team, (done) =>
    done.before.status === 'paused' ? { ...now(done), reason: textOf(done.before.statusReason, done.reason) } : null,
  ),
  'team.Team/unfreeze': by('team.Team/freeze', team, (done) => ({
    ...now(done),
    reason: textOf(done.before.statusReason, done.reason),
  })),
  'team.Team/update': by('team.Team/update', team, (done) => {
    const fields = Object.keys(done.before);
    const waits = done.data.state !== 'preparing' && fields.some((field) => WAITING_FIELDS.has(field));
    // The server already accepted the former area, so its overlap needs no new confirmation.
    return fields.length === 0 || waits ? null : { ...now(done), values: done.before, confirmOverlap: true };
  }),
  'team.Team/copy': by('team.Team/removeDraft', team, now),
  'team.Operation/setSwitch': by(
    'team.Operation/setSwitch',
    ({ input }) => `switch:${String(input.teamId)}:${String(input.key)}`,
    ({ input, data, before, reason, at }) => {
      const { key, teamId } = input as Input<'team.Operation/setSwitch'>;
      const was = before[key] as { on: boolean; params: object; until?: string; reason?: string } | undefined;
      if (!was) return null;
      return {
        teamId,
        key,
        version: data.version,
        on: was.on,
        ...(was.on ? { params: was.params } : {}),
        until: ahead(was.until, at),
        reason: textOf(was.reason, reason),
      };
    },
  ),
  'dashboard.AccountManage/lock': by('dashboard.AccountManage/unlock', account, ({ data }) => ({ id: data.id })),
  'dashboard.AccountManage/unlock': by('dashboard.AccountManage/lock', account, ({ data, reason }) => ({
    id: data.id,
    reason,
  })),
  'dashboard.AccountManage/disable': by('dashboard.AccountManage/enable', account, ({ data, before }) =>
    wasUsable(before.state) ? { id: data.id } : null,
  ),
  'dashboard.AccountManage/enable': by('dashboard.AccountManage/disable', account, ({ data, reason }) => ({
    id: data.id,
    reason,
  })),
  'dashboard.AccountManage/update': restores('dashboard.AccountManage/update', account),
  'rights.Staff/disable': by('rights.Staff/enable', account, (done) =>
    wasUsable(done.before.status) ? { ...now(done), reason: done.reason } : null,
  ),
  'rights.Staff/enable': by('rights.Staff/disable', account, (done) => ({ ...now(done), reason: done.reason })),
  'rights.Staff/save': restores('rights.Staff/save', account, () => ({ sendInvite: false })),
  'rights.Staff/setIdentity': restores('rights.Staff/setIdentity', account),
  'rights.Staff/saveDepartment': restores('rights.Staff/saveDepartment', of('department'), ({ input }) =>
    input.remove === true ? null : {},
  ),
  'rights.Identity/disable': by('rights.Identity/enable', identity, now),
  'rights.Identity/enable': by('rights.Identity/disable', identity, now),
  'rights.Identity/save': restores('rights.Identity/save', identity),
  'dashboard.Notice/saveRule': restores(
    'dashboard.Notice/saveRule',
    ({ input }) => `noticeRule:${String(input.event)}`,
  ),
  'dashboard.Notice/read': backInInbox('unread'),
  'dashboard.Notice/readAll': backInInbox('unread'),
  'dashboard.Notice/clear': backInInbox('kept'),
  'dashboard.Notice/remove': backInInbox('kept'),
  // When a view is shared with fewer users, identities can lose it as their default view. An undo would not restore these defaults.
  'common.View/save': restores('common.View/save', of('view'), ({ input, before }) =>
    before.scope === input.scope && before.identityId === input.identityId ? {} : null,
  ),
  // The undo saves the view under a new id, so it cannot restore a default. Views that were a default are therefore not restored.
  'common.View/remove': by('common.View/save', of('view'), ({ before }) =>
    before.isDefault === true ? null : ({ ...before, version: 0 } as Input<'common.View/save'>),
  ),
  // The secret that this call replaced is no longer stored, so it cannot be restored.
  'site.Site/saveSetting': by(
    'site.Site/saveSetting',
    ({ input }) => `siteSetting:${String(input.group)}`,
    ({ input, data, before }) => {
      const { group, values } = input as { group: Input<'site.Site/saveSetting'>['group']; values: Values };
      if (Object.keys(before).length === 0 || secretNames(SITE.groups).some((name) => isSecret(values[name])))
        return null;
      return { group, values: { ...before }, version: data.version };
    },
  ),
  'site.Site/restoreSetting': by(
    'site.Site/saveSetting',
    ({ input }) => `siteSetting:${String(input.group)}`,
    ({ input, data, before }) => {
      const { group } = input as { group: Input<'site.Site/saveSetting'>['group'] };
      return { group, values: { ...before }, version: data.version };
    },
  ),
  'dashboard.Account/saveBasic': restores('dashboard.Account/saveBasic', of('profile'), (done) => ({
    regionCode: done.before.cityCode ?? done.before.provinceCode ?? null,
  })),
};

/** Number of minutes during which a finished call can be undone. */
export const UNDO_MINUTES = 10;
