import configuration from '../../../docs/manual/en-US/configuration.md';
import enquiries from '../../../docs/manual/en-US/enquiries.md';
import exports from '../../../docs/manual/en-US/exports.md';
import finance from '../../../docs/manual/en-US/finance.md';
import foodLoss from '../../../docs/manual/en-US/food-loss.md';
import franchise from '../../../docs/manual/en-US/franchise.md';
import gettingAround from '../../../docs/manual/en-US/getting-around.md';
import information from '../../../docs/manual/en-US/information.md';
import riderFundAudit from '../../../docs/manual/en-US/rider-fund-audit.md';
import riders from '../../../docs/manual/en-US/riders.md';
import rights from '../../../docs/manual/en-US/rights.md';
import siteSafety from '../../../docs/manual/en-US/site-safety.md';
import siteSettings from '../../../docs/manual/en-US/site-settings.md';
import stations from '../../../docs/manual/en-US/stations.md';
import users from '../../../docs/manual/en-US/users.md';
import workbench from '../../../docs/manual/en-US/workbench.md';

export const pages: readonly string[] = [
  gettingAround,
  workbench,
  stations,
  users,
  finance,
  franchise,
  siteSettings,
  configuration,
  riders,
  siteSafety,
  foodLoss,
  riderFundAudit,
  enquiries,
  information,
  rights,
  exports,
];
