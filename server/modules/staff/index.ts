export { peopleOptions } from './options';
export { assertPeopleInScope, peopleCondition } from './scope';
