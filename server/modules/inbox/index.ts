/** Inboxes of the apps of users, riders and merchants (站内信). */
export { addToInbox, addToRiderInboxes, inboxOf } from './inbox';
export { idOf, peopleTable, TABLES } from './tables';
