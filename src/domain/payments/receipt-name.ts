// What the file of a receipt is called: whom it was with, and on which day.
import { type Day, formatDay } from '../days.ts'

/** 'Comprovante Moinho Três Irmãos 07-11-2026.pdf' */
export const receiptName = (other: string | null | undefined, day: Day): string =>
  `${['Comprovante', other?.replace(/[\\/:*?"<>|]+/g, ' ').trim(), formatDay(day).replaceAll('/', '-')].filter(Boolean).join(' ')}.pdf`
