// The step of the guide a person is away for: other screens offer the way back, and say when it is done.
import { create } from 'zustand'
import type { FirstStep } from '#domain/first-steps.ts'

export interface GuideWay {
  readonly companyId: string
  readonly step: FirstStep
}

export const useGuideWay = create<{ readonly way: GuideWay | undefined }>(() => ({ way: undefined }))

export const leaveGuide = (way: GuideWay): void => useGuideWay.setState({ way })
export const endGuideWay = (): void => useGuideWay.setState({ way: undefined })
