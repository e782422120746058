// The frame of the home while nothing of it is known: the regions stand, and say nothing.
import text from '#client/kit/look/text.module.css'
import styles from './home.module.css'

const ROWS = ['a', 'b', 'c', 'd', 'e'] as const

const Bars = () => ROWS.map(row => <i key={row} className={styles.blank} />)

export function HomeSkeleton() {
  return (
    <div className={styles.picture} role="status" aria-busy="true">
      <span className={text.vh}>Carregando</span>
      <p className={styles.say}>
        <i className={styles.blank} />
        <i className={styles.blank} />
      </p>
      <div className={styles.balance}>
        <i className={styles.blank} />
        <i className={styles.blankChart} />
      </div>
      <div className={styles.week}>
        <div className={styles.due}>
          <Bars />
        </div>
      </div>
      <div className={styles.cost}>
        <section>
          <Bars />
        </section>
        <section>
          <Bars />
        </section>
      </div>
    </div>
  )
}
