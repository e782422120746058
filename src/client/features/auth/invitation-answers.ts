// Accepting and rejecting an invitation: the first leads into the company, the second is asked twice because only a new invitation undoes it.
import { useState } from 'react'
import { call } from '#client/data/api.ts'
import { confirm } from '#client/kit/confirm.tsx'
import { showToast } from '#client/kit/toast.ts'
import { rememberCompany } from '#client/surfaces/landing.ts'
import { companies, type Invitation } from '#contract/companies.ts'
import { reloadUser, useGoHome } from './enter.ts'
import { complain } from './refusals.ts'

interface Answers {
  /** the invitation whose answer is on its way */
  busy: string | undefined
  accept: (invitation: Invitation) => Promise<void>
  reject: (invitation: Invitation) => Promise<void>
}

export function useAnswers(): Answers {
  const goHome = useGoHome()
  const [busy, setBusy] = useState<string>()

  const running = async (invitation: Invitation, work: () => Promise<void>) => {
    if (busy !== undefined) return
    setBusy(invitation.id)
    try {
      await work()
    } catch (error) {
      complain(error)
    } finally {
      setBusy(undefined)
    }
  }
  return {
    busy,
    accept: invitation =>
      running(invitation, async () => {
        await call(companies.acceptInvitation, { params: { id: invitation.id } })
        await reloadUser()
        if (invitation.company_id !== null) rememberCompany(invitation.company_id)
        await goHome()
      }),
    reject: async invitation => {
      const sure = await confirm({
        title: `Recusar o convite de ${invitation.company_name}?`,
        description: 'Para entrar depois, será preciso um novo convite.',
        confirmLabel: 'Recusar convite',
      })
      if (!sure) return
      await running(invitation, async () => {
        await call(companies.rejectInvitation, { params: { id: invitation.id } })
        showToast({ title: 'Convite recusado' })
      })
    },
  }
}
