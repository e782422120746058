// Look-ups in the registry of entities: a right number that it does not know is not found, never guessed.
import type { contract } from '#contract/index.ts'
import { isValidCnpj, isValidCpf, normalizeDocument } from '#domain/documents.ts'
import type { LegalFacts, NaturalFacts } from '#server/adapters/registry.ts'
import { fail, invalid } from '#server/base/fail.ts'
import { heard } from '#server/kernel/asking.ts'
import { type Context, type Handlers, Later } from '#server/kernel/context.ts'
import { lookedUp } from '#server/kernel/look-ups.ts'

export const legalEntityHandlers: Handlers<(typeof contract)['legalEntities']> = {
  registrationData: async (ctx, { params }) =>
    ofLegal(ctx, params.doc, ({ score: _, ...facts }) => ({ id: facts.document_number, ...facts, source: ctx.services.registry.source })),

  score: async (ctx, { params }) =>
    ofLegal(ctx, params.doc, ({ document_number, score }) => {
      if (score === null) throw fail('registry.not_found')
      return { document_number, score, source: ctx.services.registry.source }
    }),
}

export const naturalEntityHandlers: Handlers<(typeof contract)['naturalEntities']> = {
  registrationData: async (ctx, { params }) =>
    ofNatural(ctx, params.doc, async facts => ({ ...facts, source: ctx.services.registry.source })),

  legalEntities: async (ctx, { params }) =>
    ofNatural(ctx, params.doc, async ({ document_number }) => {
      const { registry } = ctx.services
      return (await heard(registry.companiesOf(document_number))).map(company => ({ ...company, source: registry.source }))
    }),
}

function ofLegal<T>(ctx: Context, document: string, view: (facts: LegalFacts) => T): Later<T> {
  if (!isValidCnpj(document)) throw invalid('doc', 'CNPJ é inválido')
  return new Later(async () => {
    const found = await lookedUp(ctx, 'registry', () => heard(ctx.services.registry.legal(normalizeDocument(document))))
    if (!found) throw fail('registry.not_found')
    return view(found)
  })
}

function ofNatural<T>(ctx: Context, document: string, view: (facts: NaturalFacts) => Promise<T>): Later<T> {
  if (!isValidCpf(document)) throw invalid('doc', 'CPF é inválido')
  return new Later(async () => {
    const found = await lookedUp(ctx, 'registry', () => heard(ctx.services.registry.natural(normalizeDocument(document))))
    if (!found) throw fail('registry.not_found')
    return view(found)
  })
}
