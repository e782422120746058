// Opens what was dropped, chosen or photographed. Each kind's reader is loaded with the first paper of its kind.
import type { Sheet } from './sheet.ts'

const isPdf = (file: File): boolean => file.type === 'application/pdf' || /\.pdf$/i.test(file.name)

/** Throws PaperProblem. */
export async function openPaper(file: File): Promise<Sheet[]> {
  if (isPdf(file)) return (await import('./pdf.ts')).openPdf(file)
  return (await import('./photo.ts')).openPhoto(file)
}
