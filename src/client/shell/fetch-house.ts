// The code of the house (commands, palette, keys, frames, forms), apart from what the way in needs. It is asked for once.
import { create } from 'zustand'
import { nextTask } from '#client/kit/idle.ts'

export type House = typeof import('./house.tsx')

const useLoaded = create<{ house: House | undefined }>(() => ({ house: undefined }))

let loading: Promise<House> | undefined

/** Each part runs by itself, so that the page can answer between them; the next has its part of it done already. */
async function inParts(): Promise<House> {
  await import('#contract/index.ts')
  await nextTask()
  await import('#commands/index.ts')
  await nextTask()
  return import('./house.tsx')
}

/** Fetches and opens the house. After a failure the next call asks again. */
export function fetchHouse(): Promise<House> {
  loading ??= inParts().then(
    house => {
      useLoaded.setState({ house })
      return house
    },
    error => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** The house once it is here: until then what stands over every screen is not drawn. */
export const useHouseCode = (): House | undefined => useLoaded().house

/** A screen that speaks to the house: its code and the house's are fetched side by side. */
export const inHouse =
  <Module>(screen: () => Promise<Module>) =>
  async (): Promise<Module> => {
    const [module] = await Promise.all([screen(), fetchHouse()])
    return module
  }
