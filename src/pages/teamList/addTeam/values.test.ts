import { checkCharacter, isCreditCode } from '@contract/credit-code';
import { TEAM_FIELDS } from '@contract/team.fields';
import { teamValues } from '@contract/team.schema';
import {
  atControl,
  changedForEdit,
  errorsOf,
  readStep,
  STEP_FIELDS,
  STEPS,
  stepOf,
  toSent,
  valuesOfDefaults,
  waitsForMoment,
} from './values';

const DEFAULTS: Parameters<typeof valuesOfDefaults>[0] = {
  promiseMin: 45,
  hexSizeKm: 5,
  overlapPolicy: 'warn',
  settleCycle: 'T1',
  feePlanId: 7,
  weekHours: [],
  adminIdentityId: 3,
  mapDefaultCenter: '104.065735,30.659462',
  mapZoom: 11,
  franchisee: null,
};
const VALUES = valuesOfDefaults(DEFAULTS);

test('every field of the contract belongs to exactly one step', () => {
  const owned = STEPS.flatMap((step) => STEP_FIELDS[step]);
  expect([...owned].sort()).toEqual(Object.keys(TEAM_FIELDS).sort());
  expect([...owned].sort()).toEqual(Object.keys(teamValues.shape).sort());
  expect(Object.keys(VALUES).sort()).toEqual(Object.keys(TEAM_FIELDS).sort());
});

test('an error inside a field is shown at the control of that field', () => {
  const at = (field: string) => atControl({ field, rule: 'x', message: 'm' }).field;
  expect(at('values.weekHours.0.ranges')).toBe('weekHours');
  expect(at('cityCode')).toBe('districtCode');
  expect(at('hexSizeKm')).toBe('polygon');
  expect(at('id')).toBe('id');
  expect(stepOf('adminTel')).toBe(6);
  expect(stepOf('id')).toBeNull();
});

test('a business error is shown at its field even without a list of fields', () => {
  const field = (code: number, data: unknown = null) => errorsOf({ code, msg: 'm', data }).map((error) => error.field);
  expect(field(42221)).toEqual(['polygon']);
  expect(field(42224)).toEqual(['center']);
  expect(field(42229)).toEqual(['riderShareBp']);
  expect(field(40302)).toEqual([]);
  expect(field(42226, { errors: [{ field: 'legalName', rule: 'required', message: 'm' }] })).toEqual(['legalName']);
});

test('sent values are trimmed, empty values are null, and incomplete numbers are left out', () => {
  const sent = toSent({
    name: ' A ',
    address: '  ',
    promiseMin: '4x',
    platformRateBp: null,
    depositFen: null,
    polygon: [],
  });
  expect(sent).toEqual({ name: 'A', address: null, platformRateBp: null, depositFen: 0, polygon: [] });
});

test('an edited shape sends the whole area; only areas and fees take effect later', () => {
  expect(Object.keys(changedForEdit(VALUES, { hexSizeKm: 6 })).sort()).toEqual(['areaMode', 'hexSizeKm', 'polygon']);
  expect(waitsForMoment({ hexSizeKm: 6 })).toBe(true);
  expect(waitsForMoment({ name: 'B', weekHours: [] })).toBe(false);
});

test('an address contains one of six steps; otherwise the first step opens', () => {
  expect([readStep('4'), readStep('7'), readStep(null), readStep('2x')]).toEqual([4, 1, 1, 1]);
});

test('a credit code is valid if its check character matches', () => {
  expect(isCreditCode('91350100M000100Y43')).toBe(true);
  expect(isCreditCode('91350100M000100Y44')).toBe(false);
  expect(checkCharacter('91350100M000100Y4')).toBe('3');
  expect(checkCharacter('9135010OM000100Y4')).toBeNull();
});

test("a new station of a franchisee starts from the franchisee's contact and licence, without its phone", () => {
  const franchisee = { contactName: '王敏', licenceNo: '91510100MA6C0AQT8A' };
  expect(valuesOfDefaults({ ...DEFAULTS, franchisee })).toMatchObject({ ...franchisee, contactTel: '' });
});
