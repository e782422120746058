// Sending a Pix: by key, by bank account, or by a code pasted and read; who receives is shown before anything leaves.
import { useState } from 'react'
import { Tabs } from '#client/kit/tabs.tsx'
import { sendInput } from '#client/surfaces/asked/on-screen.ts'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import type { Payee, Payment } from '#contract/payments.ts'
import { reaisOfCents } from '#domain/payments/reais.ts'
import { PayConfirm } from './pay-confirm.tsx'
import { PaymentOutcome } from './payment-outcome.tsx'
import { PixByAccount } from './pix-account.tsx'
import type { Keep } from './pix-account-model.ts'
import type { PixTarget } from './pix-forms.tsx'
import { PixByCode, PixByKey } from './pix-forms.tsx'
import styles from './wallet.module.css'
import { WalletPage } from './wallet-page.tsx'

/** Everything that is needed to send: told by one of the three forms. */
export interface PixDraft {
  target: PixTarget
  payee: Pick<Payee, 'name' | 'document_number' | 'bank_name'>
  /** The bank said who receives; otherwise it was typed. */
  verified: boolean
  amount_cents: number
  description: string
  /** 'Chave', 'financeiro@…' */
  where: readonly [name: string, value: string]
  /** The contact whose bank data these become. */
  keep?: Keep
}

const WAYS = [
  { id: 'chave', title: 'Chave Pix' },
  { id: 'conta', title: 'Agência e conta' },
  { id: 'codigo', title: 'QR Code ou copia e cola' },
]

export function SendPix() {
  const c = useCompanyId()
  const { via = 'chave' } = useScreenSearch()
  const setSearch = useSetSearch()
  const [draft, setDraft] = useState<PixDraft>()
  const [sent, setSent] = useState<Payment>()
  /** Whoever walks the tabs by arrows stays there. */
  const [walked, setWalked] = useState(false)
  if (sent)
    return (
      <WalletPage>
        <PaymentOutcome sent={sent} againLabel="Fazer outro Pix" onAgain={() => setSent(undefined)} />
      </WalletPage>
    )
  const send = async () => {
    if (!draft) throw new Error('nothing to send')
    const { target, amount_cents, description, keep } = draft
    return sendInput('wallet.pix', {
      ...target,
      amount: reaisOfCents(amount_cents),
      ...(description === '' ? {} : { description }),
      ...(keep ? { keep } : {}),
    })
  }
  const Way = via === 'conta' ? PixByAccount : via === 'codigo' ? PixByCode : PixByKey
  return (
    <WalletPage>
      <FormPage title="Enviar Pix" lead="Antes de sair, você vê quem recebe.">
        <Tabs
          label="Como enviar"
          tabs={WAYS}
          value={via}
          onChange={id => {
            setWalked(true)
            setSearch({ via: id === 'chave' ? undefined : id })
          }}
        />
        <div className={styles.pixForm}>
          <Way key={via} c={c} begins={!walked} onDraft={setDraft} />
        </div>
        {draft ? (
          <PayConfirm
            action="Enviar Pix"
            amount_cents={draft.amount_cents}
            payee={draft.payee}
            unverified={!draft.verified}
            send={send}
            onSent={payment => {
              setDraft(undefined)
              setSent(payment)
            }}
            onClose={() => setDraft(undefined)}
          >
            <Detail name={draft.where[0]}>{draft.where[1]}</Detail>
            <Detail name="Mensagem">{draft.description}</Detail>
          </PayConfirm>
        ) : null}
      </FormPage>
    </WalletPage>
  )
}
