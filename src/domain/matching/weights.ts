// The one table of what a match is worth and how far it may stray. No other file of this folder holds such a figure.

/** Points of a candidate, 0 to 100. */
export const points = {
  instant: 100,
  amountEqual: 50,
  /** A difference explained to the cent that a second reading explains as well: shown with the exact ones, never certain. */
  amountExplained: 40,
  /** The most that a difference earns that is only near, so that such a pair never reaches `high` by itself. */
  amountNear: 30,
  /** A payment in part of the only open title of the contact that the memo names. */
  partial: 40,
  date: 25,
  identity: 20,
  history: 5,
  uniqueAmount: 10,
  /** A bonus never makes a match look certain. */
  uniqueCap: 99,
  groupPenalty: 10,
  /** A title planned on another account: with it even the best stays below `high`. */
  otherAccount: 15,
} as const

/** The scores that show a candidate, make it Média and make it Alta, and how far an Alta must lead the runner-up. */
export const thresholds = { shown: 60, medium: 70, high: 85, margin: 15 } as const

/** Windows in days. */
export const windows = {
  days: 10,
  cardDays: 35,
  lateDays: 60,
  uniqueDays: 14,
  transferDays: 3,
  searchDays: 90,
  batchDays: 3,
  togetherDays: 35,
} as const

/** Tolerances: percent of the title's amount, and integer cents. */
export const tolerances = { belowPercent: 2, belowFeeCents: 1000, abovePercent: 12, roundCents: 1000 } as const

/** What a memory is worth: its weight halves every `halfLifeDays`; from `sureTimes` alike and this share of all answers on, nobody is asked. */
export const memory = { halfLifeDays: 180, sureTimes: 2, surePercent: 90 } as const

/** Rates that explain a smaller payment, in hundredths of a percent. */
export const rates = {
  /** Withheld from an invoice: IRRF 1.5%, CSRF 4.65%, both, INSS 11%; each alone or with an ISS of 2 to 5%. */
  withheld: [150, 465, 615, 1100],
  serviceTax: [200, 300, 400, 500],
  /** Discounts that people grant for paying in time. */
  discount: [100, 200, 300, 500, 700, 800, 1000, 1200, 1500, 2000],
  /** The most that an acquirer takes of a day's card sales. */
  cardMost: 600,
} as const

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
  /** Card titles of one day that one transfer of the acquirer may pay. */
  batchTitles: 100,
  /** Lines of one payer compared for one title. */
  togetherLines: 12,
  /** Titles compared with them. */
  togetherTitles: 200,
  /** The least part of a title that a payment in part may be. */
  partialPercent: 10,
} as const

/** Legal late charges: a fine once, and interest per month of 30 days. */
export const lateCharges = { finePercent: 2, monthlyInterestPercent: 1, monthDays: 30 } as const
