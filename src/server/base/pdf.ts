// PDF pages from pdfmake with the standard fonts: nothing is fetched, nothing is read from disk, whatever a document says.
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'

/** The name under which every document finds them. */
const FONT = 'Helvetica'
const FONTS = { normal: 'Helvetica', bold: 'Helvetica-Bold', italics: 'Helvetica-Oblique', bolditalics: 'Helvetica-BoldOblique' }

/** The library is read at the first document: a start does not wait for it. */
async function maker() {
  const { default: pdfmake } = await import('pdfmake')
  pdfmake.setFonts({ [FONT]: FONTS })
  pdfmake.setUrlAccessPolicy(() => false)
  // The standard fonts pass as names; a path never does.
  pdfmake.setLocalAccessPolicy(path => Object.values(FONTS).includes(path))
  return pdfmake
}

/** Text stands in Helvetica unless the document says otherwise. */
export async function makePdf({ defaultStyle, ...document }: TDocumentDefinitions): Promise<Buffer> {
  return (await maker()).createPdf({ defaultStyle: { font: FONT, ...defaultStyle }, ...document }).getBuffer()
}
