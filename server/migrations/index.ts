import * as processNode from './0001_process_node';
import * as access from './0002_access';
import * as site from './0003_site';
import * as station from './0004_station';
import * as orders from './0005_orders';
import * as identity from './0006_identity';
import * as auditChain from './0007_audit_chain';
import * as staff from './0008_staff';
import * as notice from './0009_notice';
import * as secondFactor from './0010_second_factor';
import * as approval from './0011_approval';

/** One step of the database's history: its statements, each run by itself. */
interface Step {
  readonly statements: readonly string[];
}

/**
 * All steps in the order in which they run. A step that was released never changes: a correction is a new step.
 * The name is the file's name.
 */
export const migrations: readonly (readonly [name: string, step: Step])[] = [
  ['0001_process_node', processNode],
  ['0002_access', access],
  ['0003_site', site],
  ['0004_station', station],
  ['0005_orders', orders],
  ['0006_identity', identity],
  ['0007_audit_chain', auditChain],
  ['0008_staff', staff],
  ['0009_notice', notice],
  ['0010_second_factor', secondFactor],
  ['0011_approval', approval],
];
