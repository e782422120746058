// The cash flow by category: what each moved in the period, and the list filtered by one of them.
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Drawer, DrawerSection } from '#client/kit/drawer.tsx'
import text from '#client/kit/look/text.module.css'
import { Empty, ErrorState, Skeleton } from '#client/kit/states.tsx'
import { usePhone } from '#client/kit/use-screen.ts'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useEscape } from '#client/surfaces/focus-stack.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { useIntent } from '#client/surfaces/intents.ts'
import { useCompanyId, usePeriod, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { quote } from '#domain/filter.ts'
import { formatAmount } from '#domain/money.ts'
import { capitalized, counted } from '#domain/text.ts'
import styles from './entries.module.css'
import { type CategoryFlow, flowByCategory, useFlowRows } from './flow-rows.ts'

const NO_CATEGORY = 'sem:categoria'
const filterFor = ({ category_id, name }: CategoryFlow) => (category_id === null ? NO_CATEGORY : `categoria:${quote(name)}`)

export function FlowCategories() {
  const c = useCompanyId()
  const period = usePeriod()
  const { fluxo } = useScreenSearch()
  const setSearch = useSetSearch()
  const { store, state, error, retry } = useFlowRows()
  const isPhone = usePhone()
  const list = pathTo('entries', { companyId: c })
  const close = () => houseOptions().ports.go(list)
  useIntent('drawer.close', close)
  useEscape('dialog', () => {
    close()
    return true
  })
  const categories = state === 'ready' ? flowByCategory(store) : []
  const show = (filter: string | undefined) => {
    // The drawer of a phone covers the list it filters.
    if (isPhone) houseOptions().ports.go({ to: list, search: { fluxo: filter } })
    else setSearch({ fluxo: filter })
  }
  return (
    <Drawer
      label="Fluxo por categoria"
      where={`${capitalized(period.label)} por categoria`}
      onClose={close}
      footer={<CommandButton id="go.categories" variant="ghost" />}
    >
      {state === 'loading' ? <Skeleton rows={8} /> : null}
      {state === 'failed' ? <ErrorState title="Não foi possível carregar o fluxo de caixa" error={error} onRetry={retry} /> : null}
      {state === 'ready' && categories.length === 0 ? (
        <Empty title="Nada neste período" text="Sem lançamentos não há categorias a somar." />
      ) : null}
      {categories.length > 0 ? (
        <DrawerSection>
          <ul className={styles.byCategory}>
            {categories.map(one => {
              const filter = filterFor(one)
              const isOn = fluxo === filter
              return (
                <li key={one.category_id ?? 'none'}>
                  <button type="button" aria-pressed={isOn} onClick={() => show(isOn ? undefined : filter)}>
                    <span className={classNames(text.cut, one.category_id === null && text.m)}>{one.name || 'Sem categoria'}</span>
                    <span className={classNames(text.m, text.small)}>{counted(one.count, ['lançamento', 'lançamentos'])}</span>
                    <span className={classNames(styles.moved, text.tabular)}>
                      {one.in_cents > 0 ? <span className={styles.cameIn}>+{formatAmount(one.in_cents)}</span> : null}
                      {one.out_cents > 0 ? <span>−{formatAmount(one.out_cents)}</span> : null}
                    </span>
                  </button>
                </li>
              )
            })}
          </ul>
          {fluxo ? (
            <Button icon="x" onClick={() => show(undefined)}>
              Mostrar todos
            </Button>
          ) : null}
        </DrawerSection>
      ) : null}
    </Drawer>
  )
}
