export { staffExportSources } from './exports';
export { findStaff } from './find';
export { staffBatchHandlers, staffHandlers } from './handlers';
export { columnsOfStep, revealStaffTel } from './lifecycle';
export { departmentOptions, peopleOptions } from './options';
export { seatsLeft } from './save';
export { assertPeopleInScope, peopleCondition } from './scope';
