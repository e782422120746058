// Our side of the reading thread: a file that exhausts its memory or its time is refused in the words of statements.
import type { CsvRecord } from '#domain/statements/csv-scan.ts'
import { StatementFileError } from '#domain/statements/statement-file.ts'
import { askThread, startThread, ThreadLimit } from '#server/base/thread.ts'
import type { Refused, ThreadRequest } from './reader-thread.ts'
import type { PlanAnswer, PlanRequest, ReadAnswer, ReadRequest } from './statement-reader.ts'
import type { SheetToWrite } from './workbook.ts'

export interface FileReader {
  read(request: ReadRequest): Promise<ReadAnswer>
  plan(request: PlanRequest): Promise<PlanAnswer>
  /** The first sheet of a workbook. */
  sheet(bytes: Uint8Array): Promise<CsvRecord[]>
  /** A workbook of one sheet. */
  workbook(sheet: SheetToWrite): Promise<Uint8Array>
}

/** Lends a reading thread to `work`; a file that exhausts its memory or its time is refused with a StatementFileError. */
export async function withReader<T>(work: (reader: FileReader) => Promise<T>): Promise<T> {
  const thread = startThread(import.meta.url, 'reader-thread')
  // An error between two steps is told by the next one.
  thread.on('error', () => {})
  const ask = async <A>(request: ThreadRequest): Promise<A> => {
    const answer = await askThread<A | Refused>(thread, request).catch(refuseLimit)
    if (isRefused(answer)) throw new StatementFileError(answer.refused)
    return answer
  }
  try {
    return await work({
      read: request => ask<ReadAnswer>({ step: 'read', request }),
      plan: request => ask<PlanAnswer>({ step: 'plan', request }),
      sheet: request => ask<CsvRecord[]>({ step: 'sheet', request }),
      workbook: request => ask<Uint8Array>({ step: 'workbook', request }),
    })
  } finally {
    await thread.terminate()
  }
}

function refuseLimit(error: unknown): never {
  if (!(error instanceof ThreadLimit)) throw error
  throw new StatementFileError(
    error.limit === 'time' ? 'A leitura do arquivo passou de 20 segundos.' : 'O arquivo é grande demais para ser lido.',
  )
}

const isRefused = (answer: unknown): answer is Refused => typeof answer === 'object' && answer !== null && 'refused' in answer
