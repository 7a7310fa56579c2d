/** Codes to one number of one App, for any purpose. */
export const SMS_PER_HOUR = 5;
export const SMS_PER_DAY = 10;

/** How many different numbers one address may request codes for in a day. */
export const NUMBERS_PER_ADDRESS = 30;

/** Codes of one App in a day, unless a setting changes it. */
const DEFAULT_DAILY_BUDGET = 1_000;

/** Settings are typed by hand: anything that is not a valid budget is ignored. */
const HIGHEST_DAILY_BUDGET = 1_000_000_000;

/**
 * Unanswered codes to one foreign country in a day: this many, or this share of the answered ones. Fraudsters who are
 * paid for the messages do not type the codes in.
 */
export const UNVERIFIED_FLOOR = 20;
export const UNVERIFIED_SHARE = 0.2;

/** The setting that holds the budget of an App, a tenant or the installation. 0 sends nothing. */
export const DAILY_BUDGET_SETTING = 'sms.daily_budget';

/** The setting for how many of those may go to numbers without an account. */
export const BUDGET_WITHOUT_ACCOUNT_SETTING = 'sms.daily_budget_without_account';

/** How many out of ten may go to numbers without an account, unless a setting changes it. */
const WITHOUT_ACCOUNT_OF_TEN = 3;

/** @param setting its value, any JSON; null if there is none. */
export function dailyBudgetOf(setting: unknown): number {
  return isBudget(setting) ? setting : DEFAULT_DAILY_BUDGET;
}

/** @param setting as above. */
export function budgetWithoutAccountOf(setting: unknown, dailyBudget: number): number {
  return isBudget(setting) ? setting : Math.ceil((dailyBudget * WITHOUT_ACCOUNT_OF_TEN) / 10);
}

function isBudget(setting: unknown): setting is number {
  return Number.isInteger(setting) && Number(setting) >= 0 && Number(setting) <= HIGHEST_DAILY_BUDGET;
}

/** The code of the day at which operators are warned: four fifths of the budget. */
export function alertAt(dailyBudget: number): number {
  return Math.ceil(dailyBudget * 0.8);
}
