// The home's pictures before there is anything to draw: their shape alone, one sentence and one way to fill each. No figure is made up.
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import type { FirstStepsState } from '#contract/first-steps.ts'
import { counted } from '#domain/text.ts'
import { linhas } from './first-step-words.ts'
import styles from './first-steps.module.css'
import { To } from './links.tsx'

const BARS = [280, 196, 150, 84, 46]
const LINES = [
  [150, 90, 64],
  [118, 76, 52],
  [136, 102, 70],
] as const

export function Invites({ c, state }: { c: string; state: FirstStepsState }) {
  return (
    <div className={styles.invites}>
      <section>
        <h2>Seu saldo em 60 dias</h2>
        <svg viewBox="0 0 432 96" preserveAspectRatio="none" className={styles.ghost} aria-hidden="true">
          <path className={styles.axis} d="M0 .5H432M0 40.5H432" />
          <path className={styles.zero} d="M0 80.5H432" />
          <path className={styles.line} d="M4 60 50 44 96 50 142 30 180 38 216 24 252 34 290 30 330 52 366 46 404 66 428 58" />
        </svg>
        <p>{balanceWords(state)}: o dia em que o dinheiro aperta, antes dele chegar.</p>
      </section>
      <section>
        <h2>Para onde vai o dinheiro</h2>
        <svg viewBox="0 0 432 96" preserveAspectRatio="none" className={styles.ghost} aria-hidden="true">
          {BARS.map((width, at) => (
            <rect key={width} className={styles.bar} x="0" y={2 + 15 * at} width={width} height="9" rx="2" />
          ))}
        </svg>
        {state.pending_lines_count > 0 ? (
          <p>
            {linhas(state.pending_lines_count)} do extrato {state.pending_lines_count === 1 ? 'espera' : 'esperam'} um nome.{' '}
            <To c={c} place={{ screen: 'conciliation' }}>
              Dar nome a elas
            </To>
          </p>
        ) : (
          <p>
            Cada gasto na sua categoria, ao lado do mês passado.{' '}
            <To c={c} place={{ screen: 'categories' }}>
              Ver as categorias
            </To>
          </p>
        )}
      </section>
      <section>
        <h2>Esta semana</h2>
        <div className={styles.rows} aria-hidden="true">
          {LINES.map(([what, who, amount]) => (
            <div key={what}>
              <i style={{ width: 16 }} />
              <span>
                <i style={{ width: what }} />
                <i style={{ width: who }} />
              </span>
              <i style={{ width: amount }} />
            </div>
          ))}
        </div>
        {state.bills_count > 0 ? (
          <p>
            {counted(state.bills_count, ['conta lançada', 'contas lançadas'])}.{' '}
            <To c={c} place={{ screen: 'bills', search: { periodo: 'tudo' } }}>
              Ver as contas
            </To>
          </p>
        ) : (
          <p className={text.m}>
            As próximas contas e cobranças, por dia. <CommandButton id="bill.create" label="Digitar a primeira" variant="ghost" stay />
          </p>
        )}
      </section>
    </div>
  )
}

function balanceWords({ lines_count, bills_count }: FirstStepsState): string {
  if (lines_count > 0) return 'Aparece com as contas do passo 3'
  return bills_count > 0 ? 'Aparece com o extrato do passo 2' : 'Aparece com o extrato e as contas dos passos 2 e 3'
}
