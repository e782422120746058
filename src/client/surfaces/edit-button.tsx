// The button that turns a drawer into its form, with the list's own key on it.
import { Button } from '#client/kit/button.tsx'

export function EditButton({ onEdit }: { onEdit(): void }) {
  return (
    <Button variant="ghost" icon="pencil" keys="e" onClick={onEdit}>
      Alterar
    </Button>
  )
}
