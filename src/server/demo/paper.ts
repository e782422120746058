// A page of text as a PDF, with the same bytes for the same lines: the demo's papers.

const MARGIN = 64
const LINE = 22
const A4 = { width: 595, height: 842 }

/** Latin text only, because every reader's fonts contain it. */
const escaped = (text: string): string => text.replace(/[\\()]/g, mark => `\\${mark}`)

export function paper([title = '', ...lines]: readonly string[]): Uint8Array {
  const top = A4.height - MARGIN
  const shown = [
    `/F1 18 Tf ${MARGIN} ${top} Td (${escaped(title)}) Tj`,
    '/F1 11 Tf',
    ...lines.map(line => `0 -${LINE} Td (${escaped(line)}) Tj`),
  ]
  const content = `BT ${shown.join('\n')} ET`
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4.width} ${A4.height}] /Contents 4 0 R /Resources << /Font << /F1 ${font} >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map(offset => `${offset} 00000 n \n`).join('')}`
  file += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Uint8Array.from(Buffer.from(file, 'latin1'))
}
