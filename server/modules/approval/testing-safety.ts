import type { IncidentState } from '../../../contract/siteIncident.states';
import type { InspectionState } from '../../../contract/siteInspection.states';
import { storeFile } from '../../testing-files';
import { type Fixture, madeBy, nextSerial, type Person, type Stage } from './testing-fixture';

/** Fixtures for inspections and incidents at the station. */

const TODAY = '2026-03-01';
const DEADLINE = '2026-03-08';
const LATER = '2026-03-10';
const PHOTO = JSON.stringify([{ fileId: 1, at: null, place: null }]);

const photos = async ({ t }: Stage, by: Person) => [
  { fileId: await storeFile(t, by.id, 'safetyPhoto'), at: null, place: null },
];

/** Publishes a checklist that has one item. */
async function checklist({ t, people }: Stage): Promise<number> {
  const id = t.ids.next();
  const at = t.clock.now();
  const items = [{ key: 'a', group: 'fire', title: 'Extinguisher', standard: 'Checked this year', points: 10 }];
  const by = { updated_at: at, updated_by: people.maker.id, updated_by_name: 'Maker' };
  await t.db
    .insertInto('safety_checklist')
    .values({
      ...{ id, created_at: at, name: `Station ${nextSerial()}`, edition: 1, state: 'published', published_at: at },
      ...{ items: JSON.stringify(items), ...by },
    })
    .execute();
  return id;
}

const SUBMITTED: readonly InspectionState[] = ['rectifying', 'overdueRectify', 'rechecking', 'passed'];
const FIXED: readonly InspectionState[] = ['rechecking', 'passed'];

/** An inspection with one unqualified item. The user `holder` is the inspector. In the states of `FIXED`, `maker` has rectified it. */
const siteInspection: Fixture = {
  table: 'safety_inspection',
  stateColumn: 'state',
  rules: [53, 5202, 5206],
  async make(stage, name) {
    const state = name as InspectionState;
    const { t, people } = stage;
    const row = madeBy(stage, 'SI');
    const isSubmitted = SUBMITTED.includes(state);
    await t.db
      .insertInto('safety_inspection')
      .values({
        ...{ ...row, team_id: stage.teamId, kind: 'routine', checklist_id: await checklist(stage), planned_on: TODAY },
        ...{ inspector_id: people.holder.id, inspector_name: 'Holder', state, signatures: null },
        ...(isSubmitted && { score: 75, bad_count: 1, deadline: DEADLINE, submitted_at: row.created_at }),
      })
      .execute();
    const isFixed = FIXED.includes(state);
    await t.db
      .insertInto('safety_item')
      .values({
        ...{ id: t.ids.next(), created_at: row.created_at, inspection_id: row.id, item_key: 'a', result: 'bad' },
        ...{ lost: 5, remark: '', photos: PHOTO, answered_at: row.created_at },
        ...(isFixed && { fix_text: 'Replaced', fix_photos: PHOTO, fix_by_id: people.maker.id, fix_by_name: 'Maker' }),
      })
      .execute();
    return row.id;
  },
  inputs: {
    complete: { inspectorSign: 'Li Na', stationSign: 'Wu Yu', signedAt: '2026-03-01T11:30:00+08:00', place: null },
    fix: async (stage: Stage, by: Person) => ({
      itemKey: 'a',
      fixText: 'Replaced',
      photos: await photos(stage, by),
    }),
    recheck: { results: [{ itemKey: 'a', isPassed: true, note: '' }] },
    assign: ({ people }: Stage) => ({ inspectorId: people.holder.id }),
    extend: { until: LATER, reason: 'Part is on its way' },
  },
  ends: {
    assign: (before) => before,
    extend: (before) => (before === 'planned' || before === 'overdue' ? 'planned' : 'rectifying'),
  },
  refusals: {
    // Only the inspector may submit the inspection.
    complete: { maker: 40301, owner: 40301 },
    // The person who rectified an item must not recheck it.
    recheck: { maker: 40305 },
  },
};

const CAUSES = { whys: ['Tiles were wet', 'No mat'], liability: 'station', liabilityNote: '' };
const ANALYSED: readonly IncidentState[] = ['handling', 'closed'];

/** A serious incident that has no open measures. */
const siteIncident: Fixture = {
  table: 'safety_incident',
  stateColumn: 'state',
  rules: [53, 5207],
  async make(stage, name) {
    const state = name as IncidentState;
    const row = madeBy(stage, 'SE');
    await stage.t.db
      .insertInto('safety_incident')
      .values({
        ...{ ...row, team_id: stage.teamId, rider_id: null, kind: 'fall', severity: 'serious', state },
        ...{ happened_at: row.created_at, place: null, lng: null, lat: null, order_no: null, claim_no: null },
        ...{ description: 'The rider slipped on wet tiles.', injured: 1, police_reported: false, medical: true },
        ...{ photos: PHOTO, causes: ANALYSED.includes(state) ? JSON.stringify(CAUSES) : null },
      })
      .execute();
    return row.id;
  },
  inputs: { analyse: CAUSES },
  // The person who reported the incident must not close it.
  refusals: { close: { maker: 40305 } },
};

export const SAFETY_FIXTURES: Readonly<Record<string, Fixture>> = { siteInspection, siteIncident };
