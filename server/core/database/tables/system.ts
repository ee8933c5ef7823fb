export type SystemTables = {};
