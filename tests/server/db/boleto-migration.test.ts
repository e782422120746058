// Payment details written by older builds are found under the boleto, in the rows and in the images that undo them.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { withClient } from '#server/db/roles.ts'
import { createTestDatabase } from '#tests/kit/postgres.ts'

test('a digitable line of older payment details is the boleto of the bill, and of its image', async () => {
  const database = await createTestDatabase({ empty: true })
  try {
    await migrate(database.ownerConfig, { upTo: '0012-company-records' })
    const [company, bill, plain] = [randomUUID(), randomUUID(), randomUUID()]
    await withClient(database.adminConfig, async admin => {
      await admin.query(`select set_config('razao.batch', $1, false)`, [randomUUID()])
      await admin.query(`insert into companies (id, document_number, name) values ($1, '11222333000181', 'Loja')`, [company])
      for (const [id, details] of [
        [bill, { digitable_line: '34191', pix_key: 'a@b.c' }],
        [plain, { pix_key: 'a@b.c' }],
      ] as const)
        await admin.query(
          `insert into entries (company_id, id, kind, status, amount_cents, date, due_date, competence_date, payment_details)
            values ($1, $2, 'BILL', 'PENDING', 100, '2026-03-01', '2026-03-01', '2026-03-01', $3)`,
          [company, id, details],
        )
      await admin.query(`update entries set payment_details = '{"digitable_line": ""}' where id = $1`, [bill])
      await admin.query(`update entries set payment_details = '{"digitable_line": "23790"}' where id = $1`, [bill])
    })
    await migrate(database.ownerConfig)
    await withClient(database.adminConfig, async admin => {
      const { rows } = await admin.query('select id, payment_details, version from entries order by id = $1 desc', [bill])
      expect(rows).toEqual([
        { id: bill, payment_details: { boleto: { digitable_line: '23790' } }, version: 3 },
        { id: plain, payment_details: { pix_key: 'a@b.c' }, version: 1 },
      ])
      const images = await admin.query(
        `select before->'payment_details' as details from batch_rows where row_id = $1 and before is not null order by seq`,
        [bill],
      )
      expect(images.rows.map(row => row.details)).toEqual([{ pix_key: 'a@b.c', boleto: { digitable_line: '34191' } }, { boleto: null }])
    })
  } finally {
    await database.drop()
  }
})
