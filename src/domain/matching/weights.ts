// The one table of what a match is worth and how far it may stray (domain.md §7); nothing else in this folder holds such a figure.

/** Points of a candidate, 0 to 100. */
export const points = {
  instant: 100,
  amountEqual: 50,
  /** Most that an explainable difference earns; so a pair with a difference never reaches `high` by itself. */
  amountNear: 30,
  date: 25,
  identity: 20,
  history: 5,
  uniqueAmount: 10,
  /** A bonus never looks like an instant match. */
  uniqueCap: 99,
  groupPenalty: 10,
} as const

/** Scores from which a candidate is shown, Média, Alta, and how far ahead of the runner-up an Alta must be. */
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
  /** Contacts compared by name; a word of four times as many holders names nobody. */
  groupNamed: 100,
  groupSets: 3,
  groupVisits: 200,
  kept: 6,
  combinationCandidates: 40,
  combinationSets: 3,
  combinationBudget: 20_000_000,
  searchScored: 400,
} as const

/** Legal late charges (domain.md §16): fine once, interest per month of 30 days. */
export const lateCharges = { finePercent: 2, monthlyInterestPercent: 1, monthDays: 30 } as const
