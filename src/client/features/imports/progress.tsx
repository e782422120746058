// How far the server is with a file.
import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import { useJobs } from '#client/surfaces/job-toasts.ts'
import styles from './imports.module.css'

/** `words` until the job says its own. */
export function Progress({ importId, name, words: first }: { importId: string; name: string; words: string }) {
  const job = useJobs(state => state.jobs[importId])
  const percent = job?.metadata.progress ?? 0
  const words = job?.metadata.message || first
  return (
    <div className={styles.progress} role="status">
      <p className={text.med}>{words}</p>
      <div className={styles.meter} role="progressbar" aria-label={words} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
        <i style={{ width: `${percent}%` }} />
      </div>
      <p className={classNames(text.m, text.small)}>{name}</p>
    </div>
  )
}
