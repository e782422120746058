// Where this person last had a company's money received: the next charge starts there.

const nameOf = (companyId: string): string => `razao.receives.${companyId}`

/** Of the ways there are today (ids of agreements; empty is the digital account), the last one used, or the first. */
export function startWay(companyId: string, ways: readonly string[]): string | undefined {
  const last = localStorage.getItem(nameOf(companyId))
  return ways.find(way => way === last) ?? ways[0]
}

export const keepWay = (companyId: string, way: string): void => localStorage.setItem(nameOf(companyId), way)
