import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lifecycle, mermaid } from './lifecycle';
import { ruleById } from './permissions';
import { type TeamAction, type TeamState, teamLifecycle } from './team.states';
import { LOCALES, type Text, text } from './text';

const states = Object.keys(teamLifecycle.states) as TeamState[];
const actions = teamLifecycle.transitions.map(({ action }) => action);
const complete = (sentence: Text) => LOCALES.every((locale) => sentence[locale].trim() !== '');

/** DOMAIN §3.3 as a table. For each action: the states that allow it, and the state after it. */
const TEAM: Record<TeamAction, readonly [readonly TeamState[], TeamState]> = {
  submit: [['draft'], 'preparing'],
  removeDraft: [['draft'], 'deleted'],
  start: [['preparing'], 'operating'],
  pause: [['operating'], 'paused'],
  resume: [['paused'], 'operating'],
  freeze: [['operating', 'paused'], 'frozen'],
  unfreeze: [['frozen'], 'paused'],
  close: [['preparing', 'operating', 'paused'], 'closed'],
  pauseAt: [['operating'], 'paused'],
  resumeAt: [['paused'], 'operating'],
  depositOverdue: [['operating', 'paused'], 'frozen'],
  severeIncident: [['operating', 'paused'], 'frozen'],
};

test('every state and transition of a station is named in every language and joins states that exist', () => {
  for (const state of states) assert.ok(complete(teamLifecycle.states[state].text), state);
  for (const { action, from, to, rule, by, text: label } of teamLifecycle.transitions) {
    assert.ok(complete(label), action);
    for (const state of [...from, to]) assert.ok(states.includes(state), `${action}: ${state}`);
    assert.equal(rule === undefined, by === 'system', action);
    if (rule !== undefined) assert.equal(ruleById(rule)?.kind, 'button', action);
  }
});

test('a station goes from state to state exactly as the domain says', () => {
  assert.equal(teamLifecycle.initial, 'draft');
  assert.deepEqual([...actions].sort(), Object.keys(TEAM).sort());
  for (const action of actions) {
    const [from, to] = TEAM[action];
    assert.equal(teamLifecycle.transition(action).to, to, action);
    for (const state of states)
      assert.equal(teamLifecycle.allowed(state, action), from.includes(state), `${state} ${action}`);
  }
});

test('freezing, unfreezing and closing a station need a second verification, and nothing else does', () => {
  const second = teamLifecycle.transitions.filter(({ risk }) => risk === 'second').map(({ action }) => action);
  assert.deepEqual(second, ['freeze', 'unfreeze', 'close']);
});

test('every state of a station can be reached from a draft', () => {
  const reached = new Set<TeamState>([teamLifecycle.initial]);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const { from, to } of teamLifecycle.transitions) if (from.some((state) => reached.has(state))) reached.add(to);
  }
  assert.deepEqual([...reached].sort(), [...states].sort());
});

test('users are offered the actions that state and rules allow, the owner every user action; actions of jobs are never offered', () => {
  const pauser = new Set([1107]);
  assert.deepEqual(teamLifecycle.actionsFrom('operating', pauser, false), ['pause']);
  assert.deepEqual(teamLifecycle.actionsFrom('paused', pauser, false), ['resume']);
  assert.deepEqual(teamLifecycle.actionsFrom('operating', new Set(), false), []);
  assert.deepEqual(teamLifecycle.actionsFrom('operating', new Set([1109]), false), [], 'closing is the owner’s alone');
  assert.deepEqual(teamLifecycle.actionsFrom('operating', new Set(), true), ['pause', 'freeze', 'close']);
  assert.deepEqual(teamLifecycle.actionsFrom('closed', new Set(), true), []);
});

test('a state is shown in the language of the reader', () => {
  assert.deepEqual(
    LOCALES.map((locale) => teamLifecycle.stateText('frozen', locale)),
    ['冻结', '凍結', 'Frozen', 'Congelada'],
  );
});

test('the diagram contains every state and transition, the start and the ends', () => {
  const lines = mermaid(teamLifecycle).split('\n');
  assert.equal(lines[0], 'stateDiagram-v2');
  assert.ok(lines.includes('  [*] --> draft'));
  assert.ok(lines.includes('  operating: Operating'));
  assert.ok(lines.includes('  paused --> frozen: freeze (staff)'));
  assert.deepEqual(
    lines.filter((line) => line.endsWith('--> [*]')),
    ['  closed --> [*]', '  deleted --> [*]'],
  );
  const ways = teamLifecycle.transitions.reduce((sum, { from }) => sum + from.length, 0);
  assert.equal(lines.length, 2 + states.length + ways + 2);
});

test('an action that is declared twice is refused', () => {
  const word = text('开', 'On', 'Ligado', '開');
  const on = { action: 'toggle', from: ['off'], to: 'on', by: 'system', risk: 'none', text: word } as const;
  assert.throws(
    () =>
      lifecycle({
        entity: 'lamp',
        states: { off: { text: word, tone: 'neutral' }, on: { text: word, tone: 'good' } },
        transitions: [on, { ...on, from: ['on'], to: 'off' }],
      }),
    /declared twice/,
  );
});
