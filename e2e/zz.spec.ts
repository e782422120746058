import { around, test } from './fixtures.ts'
import { Ledger } from './ledger.ts'
test('x', async ({ page, openCompany }) => {
  const ledger = new Ledger(page)
  await page.addInitScript(() => { const o=HTMLElement.prototype.focus; HTMLElement.prototype.focus=function(...a){ console.info('FOCUS',performance.now()|0,this.tagName,this.className.slice(0,40)); o.apply(this,a as never) } })
  page.on('console', m => { if (m.type() === 'info') console.log(m.text()) })
  await openCompany('Farmácia Santa Clara', `receivables?${around(60)}&bills=x`)
  await ledger.ready()
  const t0 = Date.now()
  for (let i = 0; i < 30; i++) {
    console.log(Date.now() - t0, await page.evaluate(() => [performance.now() | 0, document.activeElement?.tagName, document.activeElement?.className.slice(0, 40), document.hasFocus(), document.visibilityState]))
    await page.waitForTimeout(150)
  }
})
