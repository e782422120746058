// The service list of LC 116: how an item is named, and that ours has the same items as the reference table.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findServiceItem, SERVICE_LIST } from '#domain/fiscal/service-list.ts'

test('an item is found by any of its written forms', () => {
  for (const text of ['1.07', '01.07', '107', '0107', '010701', '01.07.01']) expect(findServiceItem(text)?.item, text).toBe('01.07')
  expect(findServiceItem('04.03.03')).toMatchObject({ code: '040303', item: '04.03' })
  for (const text of ['', '3.01', '41.01', '1', '12345678', 'x']) expect(findServiceItem(text), text).toBeUndefined()
})

const TABLE = join(import.meta.dirname, '../../../../shared/fixtures/br/reference/service_list_lc116.csv')

describe.skipIf(!existsSync(TABLE))('against the reference table (absent: skipped)', () => {
  test('every item of the law is there', () => {
    const items = [...readFileSync(TABLE, 'utf8').matchAll(/^(\d\d\.\d\d),/gm)].map(match => match[1])
    const ours = new Set(SERVICE_LIST.map(each => each.item))
    expect(items.filter(item => !ours.has(item ?? ''))).toEqual([])
    expect(items.length).toBeGreaterThan(180)
  })
})
