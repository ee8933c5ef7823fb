import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountLifecycle } from './account.states';
import { announcementLifecycle } from './announcement.states';
import { proposalCase } from './approval.states';
import { chargeLifecycle, costRuleCase } from './cost.states';
import { enquiryLifecycle, enquiryRuleLifecycle } from './enquiry.states';
import { exportLifecycle } from './exportTask.states';
import { foodLossCase } from './foodLoss.states';
import { franchiseCase } from './franchiseApply.states';
import { franchiseeAdjustCase } from './franchiseeAdjust.states';
import { fundAuditCase } from './fundAudit.states';
import { identityLifecycle } from './identity.states';
import { claimCase } from './insureClaim.states';
import { policyCase } from './insurePolicy.states';
import type { Lifecycle } from './lifecycle';
import { versionLifecycle } from './miniCode.states';
import { ruleById } from './permissions';
import { receivableLifecycle } from './receivable.states';
import { batchLifecycle, reconCase } from './recon.states';
import { certificateCase } from './riderCertificate.states';
import { riderIdentityCase } from './riderIdentity.states';
import { riderCase } from './riderWork.states';
import { noticeTaskLifecycle } from './serviceNotice.states';
import { incidentCase } from './siteIncident.states';
import { inspectionCase } from './siteInspection.states';
import { staffLifecycle } from './staff.states';
import { statementCase } from './statement.states';
import { teamLifecycle } from './team.states';
import { adjustCase } from './teamFund.states';
import { LOCALES } from './text';
import { transferCase } from './transfer.states';
import { userLifecycle } from './user.states';
import { blacklistCase } from './userBlacklist.states';
import { withdrawCase } from './withdraw.states';

/**
 * The tests cover each state × action × actor of the lifecycles in this list (QUALITY C.3 26). Actions that a lifecycle does not declare
 * for a state and an actor must be neither offered nor allowed.
 */

const LIFECYCLES = [
  accountLifecycle,
  announcementLifecycle,
  proposalCase,
  enquiryLifecycle,
  enquiryRuleLifecycle,
  exportLifecycle,
  fundAuditCase,
  identityLifecycle,
  noticeTaskLifecycle,
  staffLifecycle,
  statementCase,
  teamLifecycle,
  adjustCase,
  costRuleCase,
  chargeLifecycle,
  withdrawCase,
  riderCase,
  riderIdentityCase,
  franchiseCase,
  franchiseeAdjustCase,
  certificateCase,
  policyCase,
  claimCase,
  inspectionCase,
  incidentCase,
  foodLossCase,
  receivableLifecycle,
  transferCase,
  batchLifecycle,
  reconCase,
  userLifecycle,
  blacklistCase,
  ...Object.values(versionLifecycle),
] as unknown as readonly Lifecycle[];

for (const subject of LIFECYCLES) {
  const states = Object.keys(subject.states);
  const { transitions } = subject;

  test(`${subject.entity}: each action is allowed only in the states of its table, for every actor`, () => {
    let cells = 0;
    for (const state of states) {
      for (const { action, from, by, rule } of transitions) {
        const isOpen = from.includes(state);
        assert.equal(subject.allowed(state, action), isOpen, `${state} ${action}`);
        const others = new Set(
          transitions.flatMap((one) => (one.rule === undefined || one.rule === rule ? [] : [one.rule])),
        );
        const actors: [who: string, offered: boolean, rules: ReadonlySet<number>, isOwner: boolean][] = [
          ['nobody’s rights', isOpen && by === 'staff' && rule === undefined, new Set(), false],
          ['every right but this one', isOpen && by === 'staff' && rule === undefined, others, false],
          ['exactly this right', isOpen && by === 'staff', new Set(rule === undefined ? [] : [rule]), false],
          ['the owner', isOpen && by !== 'system', new Set(), true],
        ];
        for (const [who, offered, rules, isOwner] of actors) {
          cells += 1;
          assert.equal(
            subject.actionsFrom(state, rules, isOwner).includes(action),
            offered,
            `${state} ${action} ${who}`,
          );
        }
      }
    }
    assert.equal(cells, states.length * transitions.length * 4);
  });

  test(`${subject.entity}: the table covers only existing, reachable states, each named in every language`, () => {
    const reached = new Set<string>(states.filter((state) => state === subject.initial));
    for (let size = 0; size !== reached.size; ) {
      size = reached.size;
      for (const { from, to } of transitions) if (from.some((state) => reached.has(state))) reached.add(to);
    }
    for (const { action, from, to, rule, text } of transitions) {
      assert.ok([...from, to].every((state) => states.includes(state)) && from.length > 0, action);
      assert.ok(
        LOCALES.every((locale) => text[locale].trim() !== ''),
        action,
      );
      if (rule !== undefined) assert.ok(ruleById(rule), action);
    }
    assert.ok(states.every((state) => LOCALES.every((locale) => subject.stateText(state, locale).trim() !== '')));
    assert.deepEqual(
      states.filter((state) => !reached.has(state)),
      [],
    );
  });
}
