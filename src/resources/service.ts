// A service: what the company does for others, under its item of the national list.
import { type MunicipalService, ServiceFields, services } from '#contract/services.ts'
import { maskServiceCode } from '#domain/fiscal/masks.ts'
import { area, flag, money, pick, rate, text } from './kit/kinds.ts'
import { defineResource } from './kit/resource.ts'
import { names } from './names.ts'

export const service = defineResource(services, ServiceFields, {
  ...names.service,
  fields: {
    name: text('Nome', { column: { least: 200 }, search: true }),
    amount_cents: money('Valor', { zero: 'a cada nota', help: 'Vazio, se muda a cada nota', column: { width: 124 } }),
    municipal_service: pick<MunicipalService>('Serviço municipal', 'municipal_service', {
      mask: maskServiceCode,
      code: ({ code }) => code,
      show: ({ code, description }) => `${maskServiceCode(code)} · ${description}`,
      column: { least: 240, leaves: 2 },
      search: true,
    }),
    iss_rate: rate('ISS (%)', {
      title: 'ISS',
      abbr: 'ISS',
      most: 500,
      help: 'A alíquota da prefeitura, de 2 a 5',
      column: { width: 72, leaves: 3 },
    }),
    iss_withheld: flag('ISS retido pelo cliente', {
      title: 'Retenção',
      yes: 'ISS retido',
      help: 'Quem contrata desconta o imposto e o paga à prefeitura',
      column: { width: 120, leaves: 1 },
    }),
    description: area('Descrição na nota', { search: true }),
    municipal_code: text('Código municipal', { help: 'Se a cidade tem um código próprio' }),
    nbs: text('NBS', { help: 'Nomenclatura Brasileira de Serviços: só se a cidade a pede' }),
  },
  writes: { municipal_service: 'municipal_service_code' },
  columns: ['name', 'municipal_service', 'iss_rate', 'iss_withheld', 'amount_cents'],
  form: [['name'], ['amount_cents'], ['municipal_service'], ['iss_rate', 'municipal_code'], ['iss_withheld'], ['description'], ['nbs']],
  title: 'name',
  amount: { of: 'amount_cents' },
  lead: 'description',
  drawer: {
    'Para as notas fiscais': [
      'municipal_service',
      'iss_rate',
      'iss_withheld',
      'municipal_code',
      'nbs',
      [
        'Padrão da nota',
        ({ municipal_service: { template, version } }) => `${template === 'NFSE_NACIONAL' ? 'NFS-e nacional' : template} ${version}`,
      ],
    ],
  },
  card: [['municipal_service'], ['iss_rate']],
  placeholder: 'Filtrar por nome ou serviço municipal',
  about: 'O que a empresa faz, com o item da lista nacional e o ISS, para as notas de serviço saírem prontas.',
  stays: 'As notas já emitidas guardam o que ele era. Dá para desfazer.',
})
