// `npm run lists` generates this file from the other files of this folder. Do not edit it by hand.
import * as step0001 from './0001_process_node';
import * as step0002 from './0002_access';
import * as step0003 from './0003_site';
import * as step0004 from './0004_station';
import * as step0005 from './0005_orders';
import * as step0006 from './0006_identity';
import * as step0007 from './0007_audit_chain';
import * as step0008 from './0008_staff';
import * as step0009 from './0009_notice';
import * as step0010 from './0010_second_factor';
import * as step0011 from './0011_approval';
import * as step0012 from './0012_requests_and_choices';
import * as step0014 from './0014_saved_view';
import * as step0015 from './0015_undo';
import * as step0016 from './0016_operation';
import * as step0017 from './0017_ledger';
import * as step0018 from './0018_order_intake';
import * as step0019 from './0019_ledger_post';
import * as step0020 from './0020_export_task';
import * as step0021 from './0021_team_fund';
import * as step0022 from './0022_bill_lists';
import * as step0023 from './0023_fund_audit';
import * as step0024 from './0024_finance_invoice';
import * as step0026 from './0026_open_bills';
import * as step0027 from './0027_ledger_days';
import * as step0028 from './0028_taking_back';
import * as step0029 from './0029_proposal_team';
import * as step0030 from './0030_refunds_by_event';
import * as step0031 from './0031_vouchers_and_numbers';
import * as step0032 from './0032_export_reach';
import * as step0033 from './0033_bill_sums';
import * as step0034 from './0034_voucher_of_transaction';
import * as step0038 from './0038_posting_plans';
import * as step0039 from './0039_team_listed';
import * as step0040 from './0040_bill_visibility';
import * as step0042 from './0042_setting_versions';
import * as step0043 from './0043_rate_limit';
import * as step0045 from './0045_case_step';
import * as step0046 from './0046_config_state';
import * as step0047 from './0047_platforms';
import * as step0048 from './0048_mini_code';
import * as step0049 from './0049_enquiry';
import * as step0050 from './0050_hour_to_reach';
import * as step0051 from './0051_app_version';
import * as step0052 from './0052_payment';
import * as step0053 from './0053_watermark';
import * as step0054 from './0054_trade_numbers';
import * as step0055 from './0055_cancelled_escrow';
import * as step0056 from './0056_fund_hold';
import * as step0060 from './0060_staff_follower';
import * as step0061 from './0061_enquiry_day';
import * as step0070 from './0070_withdraw';
import * as step0080 from './0080_cost';
import * as step0085 from './0085_recon';
import * as step0090 from './0090_statement';
import * as step0091 from './0091_export_link';
import * as step0092 from './0092_open_days';
import * as step0110 from './0110_recon_lines';
import * as step0111 from './0111_team_terms';
import * as step0120 from './0120_bill_before_money';
import * as step0121 from './0121_merchant_transfer';
import * as step0130 from './0130_rider_work';
import * as step0140 from './0140_users';
import * as step0150 from './0150_receivable';
import * as step0151 from './0151_food_loss';
import * as step0160 from './0160_service_notice';
import * as step0170 from './0170_insurance';
import * as step0180 from './0180_site_safety';
import * as step0190 from './0190_information';
import * as step0200 from './0200_franchise';
import * as step0210 from './0210_franchise_page';
import * as step0220 from './0220_announcement';
import * as step0230 from './0230_bill_recon';
import * as step0240 from './0240_premium_adjustment';
import * as step0241 from './0241_rider_photo_devices';
import * as step0242 from './0242_food_loss_event';
import * as step0245 from './0245_franchisee_adjust';
import * as step0250 from './0250_rider_on_the_way';
import * as step0251 from './0251_push_notices';
import * as step0255 from './0255_claim_interface';
import * as step0256 from './0256_food_loss_merchant';
import * as step0260 from './0260_franchise_upload';
import * as step0261 from './0261_quiz_languages';
import * as step0265 from './0265_people_at_size';
import * as step0270 from './0270_user_groups';
import * as step0271 from './0271_ledger_months';
import * as step0272 from './0272_incident_video';
import * as step0273 from './0273_user_ranges';
import * as step0274 from './0274_bill_days';
import * as step0275 from './0275_audit_verified';
import * as step0276 from './0276_food_losses';
import * as step0277 from './0277_left_users';
import * as step0278 from './0278_rider_intake';
import * as step0279 from './0279_franchise_rules';
import * as step0280 from './0280_article_live';
import * as step0281 from './0281_insurer_receivable';
import * as step0282 from './0282_notice_people';
import * as step0284 from './0284_rider_identity';
import * as step0285 from './0285_user_tags';
import * as step0286 from './0286_loss_media';
import * as step0288 from './0288_franchise_supply';
import * as step0290 from './0290_upcoming_franchisee';
import * as step0291 from './0291_franchisee_payee';
import * as step0292 from './0292_blocking_announcement';
import * as step0294 from './0294_partitions';
import * as step0295 from './0295_notice_partitions';
import * as step0296 from './0296_sealed_files';
import * as step0299 from './0299_station_losses';
import * as step0301 from './0301_template_people';
import * as step0302 from './0302_last_orders';
import * as step0303 from './0303_blacklist_cases';
import * as step0304 from './0304_rider_name_review';
import * as step0305 from './0305_claim_point';
import * as step0306 from './0306_training_expiry';
import * as step0307 from './0307_rider_counts';
import * as step0308 from './0308_partition_keys';
import * as step0309 from './0309_bill_partitions';
import * as step0310 from './0310_order_partitions';
import * as step0313 from './0313_ledger_keys';
import * as step0314 from './0314_ledger_partitions';
import * as step0317 from './0317_archive';
import * as step0319 from './0319_rider_figure_choices';
import * as step0320 from './0320_process_clocks';
import * as step0325 from './0325_bill_bands';
import * as step0326 from './0326_passed_checks';
import * as step0330 from './0330_new_flows';
import * as step0331 from './0331_team_by_work';
import * as step0332 from './0332_order_team_by_orders';
import * as step0333 from './0333_notice_scope';
import * as step0334 from './0334_ledger_keys_lock';
import * as step0335 from './0335_event_numbers';

/** A migration. The server runs each statement separately. */
interface Step {
  readonly statements: readonly string[];
}

/**
 * All migrations in the order in which they run. A released migration never changes, so a correction is a new migration.
 * The name is the name of the file.
 */
export const migrations: readonly (readonly [name: string, step: Step])[] = [
  ['0001_process_node', step0001],
  ['0002_access', step0002],
  ['0003_site', step0003],
  ['0004_station', step0004],
  ['0005_orders', step0005],
  ['0006_identity', step0006],
  ['0007_audit_chain', step0007],
  ['0008_staff', step0008],
  ['0009_notice', step0009],
  ['0010_second_factor', step0010],
  ['0011_approval', step0011],
  ['0012_requests_and_choices', step0012],
  ['0014_saved_view', step0014],
  ['0015_undo', step0015],
  ['0016_operation', step0016],
  ['0017_ledger', step0017],
  ['0018_order_intake', step0018],
  ['0019_ledger_post', step0019],
  ['0020_export_task', step0020],
  ['0021_team_fund', step0021],
  ['0022_bill_lists', step0022],
  ['0023_fund_audit', step0023],
  ['0024_finance_invoice', step0024],
  ['0026_open_bills', step0026],
  ['0027_ledger_days', step0027],
  ['0028_taking_back', step0028],
  ['0029_proposal_team', step0029],
  ['0030_refunds_by_event', step0030],
  ['0031_vouchers_and_numbers', step0031],
  ['0032_export_reach', step0032],
  ['0033_bill_sums', step0033],
  ['0034_voucher_of_transaction', step0034],
  ['0038_posting_plans', step0038],
  ['0039_team_listed', step0039],
  ['0040_bill_visibility', step0040],
  ['0042_setting_versions', step0042],
  ['0043_rate_limit', step0043],
  ['0045_case_step', step0045],
  ['0046_config_state', step0046],
  ['0047_platforms', step0047],
  ['0048_mini_code', step0048],
  ['0049_enquiry', step0049],
  ['0050_hour_to_reach', step0050],
  ['0051_app_version', step0051],
  ['0052_payment', step0052],
  ['0053_watermark', step0053],
  ['0054_trade_numbers', step0054],
  ['0055_cancelled_escrow', step0055],
  ['0056_fund_hold', step0056],
  ['0060_staff_follower', step0060],
  ['0061_enquiry_day', step0061],
  ['0070_withdraw', step0070],
  ['0080_cost', step0080],
  ['0085_recon', step0085],
  ['0090_statement', step0090],
  ['0091_export_link', step0091],
  ['0092_open_days', step0092],
  ['0110_recon_lines', step0110],
  ['0111_team_terms', step0111],
  ['0120_bill_before_money', step0120],
  ['0121_merchant_transfer', step0121],
  ['0130_rider_work', step0130],
  ['0140_users', step0140],
  ['0150_receivable', step0150],
  ['0151_food_loss', step0151],
  ['0160_service_notice', step0160],
  ['0170_insurance', step0170],
  ['0180_site_safety', step0180],
  ['0190_information', step0190],
  ['0200_franchise', step0200],
  ['0210_franchise_page', step0210],
  ['0220_announcement', step0220],
  ['0230_bill_recon', step0230],
  ['0240_premium_adjustment', step0240],
  ['0241_rider_photo_devices', step0241],
  ['0242_food_loss_event', step0242],
  ['0245_franchisee_adjust', step0245],
  ['0250_rider_on_the_way', step0250],
  ['0251_push_notices', step0251],
  ['0255_claim_interface', step0255],
  ['0256_food_loss_merchant', step0256],
  ['0260_franchise_upload', step0260],
  ['0261_quiz_languages', step0261],
  ['0265_people_at_size', step0265],
  ['0270_user_groups', step0270],
  ['0271_ledger_months', step0271],
  ['0272_incident_video', step0272],
  ['0273_user_ranges', step0273],
  ['0274_bill_days', step0274],
  ['0275_audit_verified', step0275],
  ['0276_food_losses', step0276],
  ['0277_left_users', step0277],
  ['0278_rider_intake', step0278],
  ['0279_franchise_rules', step0279],
  ['0280_article_live', step0280],
  ['0281_insurer_receivable', step0281],
  ['0282_notice_people', step0282],
  ['0284_rider_identity', step0284],
  ['0285_user_tags', step0285],
  ['0286_loss_media', step0286],
  ['0288_franchise_supply', step0288],
  ['0290_upcoming_franchisee', step0290],
  ['0291_franchisee_payee', step0291],
  ['0292_blocking_announcement', step0292],
  ['0294_partitions', step0294],
  ['0295_notice_partitions', step0295],
  ['0296_sealed_files', step0296],
  ['0299_station_losses', step0299],
  ['0301_template_people', step0301],
  ['0302_last_orders', step0302],
  ['0303_blacklist_cases', step0303],
  ['0304_rider_name_review', step0304],
  ['0305_claim_point', step0305],
  ['0306_training_expiry', step0306],
  ['0307_rider_counts', step0307],
  ['0308_partition_keys', step0308],
  ['0309_bill_partitions', step0309],
  ['0310_order_partitions', step0310],
  ['0313_ledger_keys', step0313],
  ['0314_ledger_partitions', step0314],
  ['0317_archive', step0317],
  ['0319_rider_figure_choices', step0319],
  ['0320_process_clocks', step0320],
  ['0325_bill_bands', step0325],
  ['0326_passed_checks', step0326],
  ['0330_new_flows', step0330],
  ['0331_team_by_work', step0331],
  ['0332_order_team_by_orders', step0332],
  ['0333_notice_scope', step0333],
  ['0334_ledger_keys_lock', step0334],
  ['0335_event_numbers', step0335],
];
