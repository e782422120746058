// A webhook: the address that is told, and of what.
import type { z } from 'zod'
import { Checkbox } from '#client/kit/form/checkbox.tsx'
import choices from '#client/kit/form/choices.module.css'
import { FieldFrame, useField } from '#client/kit/form/field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import type { Forms } from '#commands/kit/form.ts'
import { type Webhook, webhooks } from '#contract/webhooks.ts'
import { WEBHOOK_EVENT_LABELS, WEBHOOK_EVENTS, type WebhookEvent } from '#domain/webhooks.ts'
import styles from './webhooks.module.css'

const WebhookForm = webhooks.create.spec.body
type Values = z.input<typeof WebhookForm>

export function AskedWebhook({ asking }: { asking: Asking<Forms['webhook']> }) {
  const [before] = asking.target.records as readonly [Webhook?]
  return (
    <CommandForm
      asking={asking}
      schema={WebhookForm}
      start={(): Values => ({ url: before?.url ?? '', description: before?.description ?? '', events: [...(before?.events ?? [])] })}
      width="wide"
    >
      <TextField
        name="url"
        label="Endereço"
        placeholder="https://sistema.exemplo.com.br/avisos"
        maxLength={500}
        autoFocus
        help="Recebe um POST assinado a cada evento. Só endereços públicos, por https."
      />
      <TextField name="description" label="Descrição" aside="opcional" placeholder="Estoque da loja" maxLength={140} />
      <EventsField />
    </CommandForm>
  )
}

function EventsField() {
  const { value, set, error } = useField('events')
  const chosen = new Set(value as readonly WebhookEvent[])
  const all = chosen.size === WEBHOOK_EVENTS.length
  const put = (events: ReadonlySet<WebhookEvent>) => set(WEBHOOK_EVENTS.filter(event => events.has(event)))
  const toggle = (event: WebhookEvent) => {
    if (!chosen.delete(event)) chosen.add(event)
    put(chosen)
  }
  return (
    <FieldFrame name="events" label="Avisar de" error={error} group>
      {control => (
        // biome-ignore lint/a11y/useSemanticElements: the frame names the group
        <div role="group" aria-labelledby={`${control.id}-label`} aria-describedby={control['aria-describedby']} className={styles.events}>
          <Choice
            label="Tudo"
            checked={all ? true : chosen.size > 0 ? 'indeterminate' : false}
            onChange={() => put(new Set(all ? [] : WEBHOOK_EVENTS))}
          />
          {WEBHOOK_EVENTS.map(event => (
            <Choice key={event} label={WEBHOOK_EVENT_LABELS[event]} checked={chosen.has(event)} onChange={() => toggle(event)} />
          ))}
        </div>
      )}
    </FieldFrame>
  )
}

interface ChoiceProps {
  label: string
  checked: boolean | 'indeterminate'
  onChange(): void
}

const Choice = ({ label, checked, onChange }: ChoiceProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox within it is one
  <label className={choices.choice} data-part="choice">
    <Checkbox checked={checked} onChange={onChange} label={label} />
    <span>{label}</span>
  </label>
)
