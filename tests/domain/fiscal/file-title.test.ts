// A file named by the key of a note is called by its number.
import { expect, test } from 'vitest'
import { buildAccessKey, buildNfseKey } from '#domain/fiscal/access-key.ts'
import { fileTitle } from '#domain/fiscal/file-title.ts'

const goods = { uf: '35', year_month: '2611', document: '27418783000184', series: 1, number: 1955, emission_type: '1', code: '74276348' }
const service = { city: '3509502', environment: '1', document: '27418783000184', number: 42, year_month: '2611', code: '123456789' }

test.each([
  [`${buildAccessKey({ ...goods, model: '55' })}.pdf`, 'NF-e 1955, série 1.pdf'],
  [`${buildAccessKey({ ...goods, model: '65' })}.xml`, 'NFC-e 1955, série 1.xml'],
  [`${buildAccessKey({ ...goods, model: '55' })}-procNFe.xml`, 'NF-e 1955, série 1-procNFe.xml'],
  [`${buildNfseKey(service)}.xml`, 'NFS-e 42.xml'],
  ['Contrato social.pdf', 'Contrato social.pdf'],
  ['2026-11.pdf', '2026-11.pdf'],
])('%s', (name, title) => {
  expect(fileTitle(name)).toBe(title)
})
