// Answers that travel a network travel compressed; within this machine compressing would take longer than sending.
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { isOfThisMachine } from './doors.ts'

/** An answer that fits one packet gains nothing. */
const ONE_PACKET = 1400
/** Past these levels the processor waits longer than the network saves. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const GZIP = { level: 4 }

/** Bodies of requests are taken as they are: one that unpacks to gigabytes would be a weapon. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', async request => {
    if (isOfThisMachine(request)) request.headers['x-no-compression'] = 'of this machine'
  })
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: ONE_PACKET,
    brotliOptions: BROTLI,
    zlibOptions: GZIP,
  })
}
