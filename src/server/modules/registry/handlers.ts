// Look-ups in the registry of entities: a right number that it does not know is not found, never guessed.
import type { contract } from '#contract/index.ts'
import { isValidCnpj, isValidCpf, normalizeDocument } from '#domain/documents.ts'
import type { LegalFacts, NaturalFacts } from '../../adapters/registry.ts'
import type { Context, Handlers } from '../../kernel/context.ts'
import { fail, invalid } from '../../kernel/fail.ts'
import { lookedUp } from '../../kernel/look-ups.ts'

export const legalEntityHandlers: Handlers<(typeof contract)['legalEntities']> = {
  async registrationData(ctx, { params }) {
    const { score: _, ...facts } = await mustFindLegal(ctx, params.doc)
    return { id: facts.document_number, ...facts, source: ctx.services.registry.source }
  },

  async score(ctx, { params }) {
    const { document_number, score } = await mustFindLegal(ctx, params.doc)
    if (score === null) throw fail('registry.not_found')
    return { document_number, score, source: ctx.services.registry.source }
  },
}

export const naturalEntityHandlers: Handlers<(typeof contract)['naturalEntities']> = {
  async registrationData(ctx, { params }) {
    return { ...(await mustFindNatural(ctx, params.doc)), source: ctx.services.registry.source }
  },

  async legalEntities(ctx, { params }) {
    const { document_number } = await mustFindNatural(ctx, params.doc)
    const companies = await ctx.services.registry.companiesOf(ctx.db, document_number)
    return companies.map(company => ({ ...company, source: ctx.services.registry.source }))
  },
}

async function mustFindLegal(ctx: Context, document: string): Promise<LegalFacts> {
  if (!isValidCnpj(document)) throw invalid('doc', 'CNPJ é inválido')
  const found = await lookedUp(ctx, 'registry', () => ctx.services.registry.legal(ctx.db, normalizeDocument(document)))
  if (!found) throw fail('registry.not_found')
  return found
}

async function mustFindNatural(ctx: Context, document: string): Promise<NaturalFacts> {
  if (!isValidCpf(document)) throw invalid('doc', 'CPF é inválido')
  const found = await lookedUp(ctx, 'registry', () => ctx.services.registry.natural(ctx.db, normalizeDocument(document)))
  if (!found) throw fail('registry.not_found')
  return found
}
