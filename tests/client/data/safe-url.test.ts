// Redirects stay home: no spelling of another place gets through, and every address of the product does.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placeOf, safeUrl } from '#client/data/safe-url.ts'
import { figure } from '#tests/proofs/kit/figure.ts'

const ORIGIN = 'https://razao.app'
const HOSTS = [
  'evil.example',
  'evil.example/company/1',
  'razao.app@evil.example',
  'user:pass@evil.example',
  '127.0.0.1',
  'evil.example:443',
  'xn--evl-zna.example',
]
const LEADS = [
  '//',
  '///',
  '////',
  '/\\',
  '\\/',
  '\\\\',
  '/\\/',
  '//\\',
  '\\',
  '/\t/',
  '/\n/',
  '/\r\n/',
  '\t//',
  '\n//',
  ' //',
  '\u00a0//',
  '\ufeff//',
  '/\u0000/',
  'http://',
  'https://',
  'HTTPS://',
  'https:',
  'https:/',
  'https:///',
  'https:\\\\',
  'ht\ttps://',
  ' https://',
  'ftp://',
  'ws://',
  'blob:https://',
  '/%2f',
  '/%2F%2F',
  '/%5c',
  '/%5C%5C',
  '/%252f',
  '/%25252f',
  '/%09/',
  '/%0a/',
  '/%0d%0a/',
  '/%00/',
  '/.//',
  '/..//',
  '/./%2f',
  '/%2e%2e//',
  '/%2e//',
  '/a/..//',
  '/a/../..//',
  '/a/%2e%2e/%2f',
  '/%252e%252e//',
  '/company//',
  '@',
  '.',
  '..//',
  './/',
]
const SCHEMES = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://%0aalert(1)',
  'javascript:alert(1)//https://razao.app',
  'data:text/html,<script>alert(1)</script>',
  'DATA:text/html;base64,PHN2Zz4=',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'about:blank',
  'mailto:a@evil.example',
  'tel:+5511999999999',
  'view-source:https://evil.example',
  'filesystem:https://evil.example/temporary/x',
  'intent://evil.example#Intent;end',
]
const OTHERS: unknown[] = [
  '',
  ' ',
  'company/1',
  './company',
  '../company',
  '?url=//evil.example',
  '#//evil.example',
  `/${'a'.repeat(3000)}`,
  '/%',
  '/%zz',
  '/%c0%ae',
  '/%80',
  '/a\\b',
  '/a b',
  '/a\u2028b',
  undefined,
  null,
  0,
  1,
  true,
  {},
  [],
  ['/company/1'],
  Symbol.iterator,
  { toString: () => '//evil.example' },
  new URL('https://evil.example'),
]
const hostile: unknown[] = [...LEADS.flatMap(lead => HOSTS.map(host => lead + host)), ...SCHEMES, ...OTHERS]

it('refuses more than 300 ways of leaving', () => {
  expect(hostile.length).toBeGreaterThan(300)
  expect(hostile.filter(value => safeUrl(value) !== undefined)).toEqual([])
  figure({ promise: 'H6', what: 'endereços de volta que saem da origem', ours: `0 de ${hostile.length} seguidos`, floor: '0 de 300' })
})

it.each([
  '/',
  '/company/0199f0c2-0000-7000-8000-000000000001/bills',
  '/company/1/bills?bills=vence:hoje&periodo=2026-11',
  '/company/1/contacts/create/document-number?backTo=%2Fcompany%2F1%2Fbills',
  '/company/1/bills?q=100%25&next=https%3A%2F%2Frazao.app',
  '/company/1/cash-flow#saldo',
  '/company/1/c%C3%A1lculo',
])('lets %s through unchanged', path => {
  expect(safeUrl(path)).toBe(path)
})

it('whatever it answers, opened from a page of ours, stays on our origin', () => {
  const piece = fc.constantFrom(
    '/',
    '//',
    '\\',
    '..',
    '.',
    '%2f',
    '%5c',
    '%2e',
    '%25',
    '%09',
    '\t',
    '@',
    ':',
    '?',
    '#',
    'a',
    'evil.example',
    'javascript',
    'https',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), pieces => {
      const safe = safeUrl(`/${pieces.join('')}`)
      if (safe === undefined) return
      expect(new URL(safe, `${ORIGIN}/login`).origin).toBe(ORIGIN)
      expect(safe).toMatch(/^\/(?![/\\])/)
      expect(safeUrl(safe)).toBe(safe)
    }),
    { numRuns: 5000 },
  )
})

it('takes an address apart, so that a notification opens its screen with its filter', () => {
  const address = safeUrl('/company/c1/bills?periodo=tudo&bills=venc%3A..12%2F03%2F2026+-status%3Apago%2Creprovado')
  expect(address).toBeDefined()
  expect(placeOf(address ?? '')).toEqual({
    to: '/company/c1/bills',
    search: { periodo: 'tudo', bills: 'venc:..12/03/2026 -status:pago,reprovado' },
  })
})
