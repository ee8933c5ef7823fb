export { staffExportSources } from './exports';
export { findStaff } from './find';
export { staffHandlers } from './handlers';
export { columnsOfStep, revealStaffTel } from './lifecycle';
export { departmentOptions, peopleOptions } from './options';
export { assertPeopleInScope, peopleCondition } from './scope';
