// The audit trail as one file: every batch with its rows and links, and what anybody needs to check it without us.
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createGzip } from 'node:zlib'
import { z } from 'zod'
import { zipParts } from '#domain/zip.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { trailOf } from '#server/db/trail.ts'
import { type Context, Reply } from '#server/kernel/context.ts'
import { downloadHeaders } from '#server/kernel/download.ts'
import { withheldFrom } from './rights.ts'

const Link = z.object({ seq: z.int(), link: z.string() })
const NO_LINK = { seq: 0, link: '0'.repeat(64) }
const CHECKER = 'src/server/base/trail-check.mjs'

export async function trailFile(ctx: Context): Promise<Reply> {
  const company = await findCompany(ctx.db, ctx.companyId)
  const withheld = withheldFrom(ctx.rights)
  const { bytes, last } = await packed(ctx, withheld)
  const members = [
    { name: 'LEIA-ME.txt', bytes: Buffer.from(readMe(company?.name ?? '', new Date(ctx.now).toISOString(), last)) },
    { name: 'conferir.mjs', bytes: checker() },
    { name: 'trilha.txt.gz', bytes },
  ]
  return new Reply('file', Buffer.concat(zipParts(members)), downloadHeaders(`trilha-de-auditoria-${ctx.today}.zip`, 'application/zip'))
}

/** The lines compressed as they arrive; the last one closes the trail, so that one cut short does not pass for whole. */
async function packed(ctx: Context, withheld: readonly string[]): Promise<{ bytes: Buffer; last: string }> {
  const gzip = createGzip()
  const pieces: Buffer[] = []
  gzip.on('data', piece => pieces.push(piece))
  const ended = once(gzip, 'end')
  let newest: string | undefined
  for await (const lines of trailOf(ctx.db, ctx.companyId, withheld)) {
    newest = lines.findLast(line => line.startsWith('E ')) ?? newest
    if (lines.length > 0 && !gzip.write(`${lines.join('\n')}\n`)) await once(gzip, 'drain')
  }
  const { seq, link } = newest === undefined ? NO_LINK : Link.parse(JSON.parse(newest.slice(2)))
  gzip.end(`F ${JSON.stringify({ made_at: new Date(ctx.now).toISOString(), links: seq, link })}\n`)
  await ended
  return { bytes: Buffer.concat(pieces), last: `${seq}:${link}` }
}

/** The program that the server itself checks by; the product runs from its repository, built or not. */
function checker(): Buffer {
  const found = [`../../../../../${CHECKER}`, `../../${CHECKER}`, `../../../${CHECKER}`]
    .map(path => new URL(path, import.meta.url))
    .find(url => existsSync(url))
  if (!found) throw new Error(`${CHECKER} is not in the repository of the server`)
  return readFileSync(found)
}

const readMe = (company: string, at: string, last: string): string => `Trilha de auditoria de ${company}
Exportada em ${at}. Último elo: ${last}

O que há aqui
  trilha.txt.gz  tudo o que foi escrito nos livros, na ordem em que foi gravado (texto em UTF-8, comprimido com gzip)
  conferir.mjs   o programa que confere a trilha; precisa só de Node.js 20 ou mais novo, sem internet e sem o Razão

Como conferir
  node conferir.mjs
Diz quantos lotes há e "A trilha confere.", ou o nome de cada lote que não confere, e então sai com código 1.

Como saber que o passado não foi reescrito
  Guarde o "Último elo" acima onde quem administra o banco não alcança. Em uma exportação futura:
  node conferir.mjs trilha.txt.gz ${last}
  confere também que esse elo continua nela. Sem um elo guardado antes, quem manda no banco poderia refazer a trilha
  inteira; com ele, não sem que se veja.

Como conferir sem o nosso programa
  Cada linha começa por uma letra e um espaço; o que segue é o texto exato sobre o qual os resumos são feitos.
  E  um elo: número (seq), lote (batch_id) e o seu resumo (link)
  B  o lote desse elo: quem, o quê, quando, e em "rows" o resumo das suas linhas
  R  uma linha do lote: número, tabela, registro, o que havia antes (null: foi criado) e a versão que ficou
  H  o resumo de uma linha que quem exportou não pode ver, no lugar dela
  A  uma linha de que um apagamento (LGPD) tirou dados de uma pessoa: o resumo que ela tinha, e o texto R de agora
  C  o mesmo de uma linha B; o elo é conferido pelo seguinte, e o anterior pelo apagamento
  S  o que está no banco fora da cadeia
  F  o fecho: quantos elos, e o último
  resumo das linhas = SHA-256 dos SHA-256 (em hexadecimal) de cada texto R, na ordem, separados por quebra de linha
  elo = SHA-256 de: elo anterior em hexadecimal (no primeiro, 64 zeros), quebra de linha, texto B
  Um apagamento tem uma linha R da tabela erased_images: lote, número (0: a linha B), o resumo de antes (na linha B, o elo
  anterior) e o resumo do texto de agora de cada linha que mudou. Linhas A e C que nenhum deles nomeia não conferem.
  Depois de 90 dias as linhas R de um lote podem não ser mais guardadas; o lote e o resumo delas ficam.
  A marca de desfeito (undone_by_id, na linha E) é conferida pelos lotes que dizem desfazer outros (undo_of_id).
`
