// A PDF: the text of its pages with places, and each page drawn, so that its codes are read as a camera would read them.
import { GlobalWorkerOptions, getDocument, type PDFPageProxy, Util } from 'pdfjs-dist/legacy/build/pdf.mjs'
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import type { Piece } from '#domain/papers/page.ts'
import { codesIn } from './codes.ts'
import { canvasOf, contextOf, PaperProblem, pictureOf, type Sheet } from './sheet.ts'

GlobalWorkerOptions.workerSrc = worker

/** Bills stand on the first pages; what follows are terms. */
export const MOST_PAGES = 10
/** The bars of a boleto take three pixels each at this width. */
const WIDTH_IN_PIXELS = 1700

/** Pieces of text, from the upper left corner of the page. */
async function piecesOf(page: PDFPageProxy): Promise<Piece[]> {
  const { transform } = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  return items.flatMap(item => {
    if (!('str' in item)) return []
    const [, , across = 0, down = 0, left = 0, baseline = 0] = Util.transform(transform, item.transform) as number[]
    const height = Math.hypot(across, down)
    return [{ text: item.str, left, top: baseline - height, width: item.width, height }]
  })
}

async function sheetOf(page: PDFPageProxy): Promise<Sheet> {
  const { width, height } = page.getViewport({ scale: 1 })
  const scale = WIDTH_IN_PIXELS / width
  const viewport = page.getViewport({ scale })
  const canvas = canvasOf(viewport.width, viewport.height)
  await page.render({ canvas, viewport }).promise
  const codes = await codesIn(contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height), scale)
  return { width, height, pieces: await piecesOf(page), codes, picture: await pictureOf(canvas) }
}

const ENCRYPTED = 'O PDF está protegido por senha. Abra-o com a senha, salve sem ela e envie de novo.'
const BROKEN = 'O PDF está danificado ou não é um PDF. Peça outra via a quem enviou.'

export async function openPdf(file: File): Promise<Sheet[]> {
  const task = getDocument({ data: await file.arrayBuffer(), isEvalSupported: false, useSystemFonts: true })
  try {
    const document = await task.promise.catch((error: Error) => {
      throw new PaperProblem(error.name === 'PasswordException' ? ENCRYPTED : BROKEN)
    })
    const sheets: Sheet[] = []
    for (let number = 1; number <= Math.min(document.numPages, MOST_PAGES); number++)
      sheets.push(await sheetOf(await document.getPage(number)))
    return sheets
  } finally {
    await task.destroy()
  }
}
