// The index is never seen: its route sends on before it draws. This is what stands for the blink in between.
import { Spinner } from '#client/kit/states.tsx'

export function IndexScreen() {
  return <Spinner />
}
