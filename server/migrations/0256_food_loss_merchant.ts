/** An index for the merchants' app, which reads the food losses of a merchant. */
export const statements: readonly string[] = ['create index food_loss_merchant on food_loss (merchant_id)'];
