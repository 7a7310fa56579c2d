/** Codes to one number of one App, whatever they are for. */
export const SMS_PER_HOUR = 5;
export const SMS_PER_DAY = 10;

/** Different numbers that one address may ask codes for in a day. */
export const NUMBERS_PER_ADDRESS = 30;

/** Codes of one App in a day, unless a setting says otherwise. */
const DEFAULT_DAILY_BUDGET = 1_000;

/** A setting is somebody's typing: anything that is no budget counts for nothing. */
const HIGHEST_DAILY_BUDGET = 1_000_000_000;

/**
 * Codes to one foreign country that nobody answered, in a day: so many, or this part of those that were answered.
 * Whoever is paid for the messages does not type the codes in.
 */
export const UNVERIFIED_FLOOR = 20;
export const UNVERIFIED_SHARE = 0.2;

/** The setting that holds the budget of an App, a tenant or the installation. 0 sends nothing. */
export const DAILY_BUDGET_SETTING = 'sms.daily_budget';

/** The setting that holds how many of those may go to numbers without an account. */
export const BUDGET_WITHOUT_ACCOUNT_SETTING = 'sms.daily_budget_without_account';

/** How many of ten may go to numbers without an account, unless a setting says otherwise. */
const WITHOUT_ACCOUNT_OF_TEN = 3;

/** @param setting its value, of any JSON; null where there is none. */
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

/** With this code of the day somebody is told that the budget runs out: at four fifths. */
export function alertAt(dailyBudget: number): number {
  return Math.ceil(dailyBudget * 0.8);
}
