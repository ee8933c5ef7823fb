export { staffHandlers } from './handlers';
export { revealStaffTel } from './lifecycle';
export { departmentOptions, peopleOptions } from './options';
export { assertPeopleInScope, peopleCondition } from './scope';
