// The papers on the desk: files one after the other, each read when its turn comes, and the bills still to be saved of each.
import { useEffect, useMemo, useState } from 'react'
import { fileProblem } from '#client/kit/form/file-field.tsx'
import { PAPER_FILES } from '#commands/papers.ts'
import { readPaper, type Slip } from '#domain/papers/read.ts'
import { openPaper } from './open-paper.ts'
import { PaperProblem, release, type Sheet } from './sheet.ts'

const MOST_BYTES = 10 * 1024 * 1024
const UNKNOWN = 'Não foi possível abrir o arquivo. Tente de novo.'

export type Reading =
  | { status: 'none' }
  | { status: 'reading' }
  | { status: 'failed'; problem: string }
  | { status: 'read'; sheets: readonly Sheet[]; took_ms: number }

/** A paper on which nothing was found is filled in by hand; it goes along all the same. */
const BLANK: Slip = { boleto: undefined, pix: undefined }

async function sheetsOf(file: File): Promise<Sheet[]> {
  const problem = fileProblem(file, PAPER_FILES, MOST_BYTES)
  if (problem !== null) throw new PaperProblem(problem)
  return openPaper(file)
}

function useReadingOf(file: File | undefined): Reading {
  const [reading, setReading] = useState<Reading>({ status: file ? 'reading' : 'none' })
  useEffect(() => {
    if (file === undefined) return setReading({ status: 'none' })
    let isHere = true
    let held: readonly Sheet[] = []
    const started = performance.now()
    setReading({ status: 'reading' })
    sheetsOf(file).then(
      sheets => {
        if (!isHere) return release(sheets)
        held = sheets
        setReading({ status: 'read', sheets, took_ms: performance.now() - started })
      },
      error => isHere && setReading({ status: 'failed', problem: error instanceof PaperProblem ? error.message : UNKNOWN }),
    )
    return () => {
      isHere = false
      release(held)
    }
  }, [file])
  return reading
}

export function usePapers(first: readonly File[], own: string | undefined, today: string) {
  const [files, setFiles] = useState(first)
  const [at, setAt] = useState(0)
  const [chosen, setChosen] = useState(0)
  const [saved, setSaved] = useState<ReadonlySet<number>>(new Set())
  const file = files[at]
  const reading = useReadingOf(file)
  const sheets = reading.status === 'read' ? reading.sheets : undefined
  const slips = useMemo(() => {
    if (sheets === undefined || own === undefined) return undefined
    const found = readPaper(sheets, own, today)
    return found.length > 0 ? found : [BLANK]
  }, [sheets, own, today])
  const open = (slips ?? []).flatMap((_, index) => (saved.has(index) ? [] : [index]))

  const toFile = (index: number) => {
    setAt(index)
    setChosen(0)
    setSaved(new Set())
  }
  return {
    files,
    at,
    file,
    reading,
    slips,
    slip: slips?.[chosen],
    chosen,
    choose: setChosen,
    isSaved: (index: number) => saved.has(index),
    isLast: at === files.length - 1 && open.every(index => index === chosen),
    /** Behind those that wait already, or in the place of one that cannot be used. */
    add(more: readonly File[]) {
      setFiles([...files, ...more])
    },
    replace(by: readonly File[]) {
      setFiles([...files.slice(0, at), ...by, ...files.slice(at + 1)])
      toFile(at)
    },
    toFile,
    /** After one was saved or passed over: the next of its paper, else the next paper. */
    onward(wasSaved: boolean) {
      const rest = open.filter(index => index !== chosen)
      const next = rest.find(index => index > chosen) ?? (wasSaved ? rest[0] : undefined)
      if (next === undefined) return toFile(at + 1)
      if (wasSaved) setSaved(new Set([...saved, chosen]))
      setChosen(next)
    },
  }
}
export type Papers = ReturnType<typeof usePapers>
