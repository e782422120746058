// The one table of what a match is worth and how far it may stray. No other file of this folder holds such a figure.

/** Points of a candidate, 0 to 100. */
export const points = {
  instant: 100,
  amountEqual: 50,
  /** The most that an explainable difference earns, so that a pair with a difference never reaches `high` by itself. */
  amountNear: 30,
  date: 25,
  identity: 20,
  history: 5,
  uniqueAmount: 10,
  /** A bonus never makes a match look certain. */
  uniqueCap: 99,
  groupPenalty: 10,
} as const

/** The scores that show a candidate, make it Média and make it Alta, and how far an Alta must lead the runner-up. */
export const thresholds = { shown: 60, medium: 70, high: 85, margin: 15 } as const

/** Windows in days. */
export const windows = { days: 10, cardDays: 35, lateDays: 60, uniqueDays: 14, transferDays: 3, searchDays: 90 } as const

/** Tolerances: percent of the title's amount, and integer cents. */
export const tolerances = { belowPercent: 2, belowFeeCents: 1000, abovePercent: 12, roundCents: 1000 } as const

/** Bounds of the searches. */
export const bounds = {
  groupMin: 2,
  groupMax: 5,
  groupCandidates: 20,
  groupContacts: 5,
  /** Contacts compared by name; a word that four times as many share names nobody. */
  groupNamed: 100,
  groupSets: 3,
  groupVisits: 200,
  kept: 6,
  combinationCandidates: 40,
  combinationSets: 3,
  combinationBudget: 20_000_000,
  searchScored: 400,
} as const

/** Legal late charges: a fine once, and interest per month of 30 days. */
export const lateCharges = { finePercent: 2, monthlyInterestPercent: 1, monthDays: 30 } as const
