// The two-person rule of a company: making it looser is what a stolen session would do first.
import type { Context } from '#server/kernel/context.ts'
import { requireStepUp } from '../auth/step-up.ts'
import type { CompanyRow } from './rows.ts'

type Rule = Pick<CompanyRow, 'approval_limit_cents' | 'requires_approval'>

/** Asks for a fresh code when fewer bills would need a second person. */
export async function confirmIfLooser(ctx: Context, before: Rule, after: Rule): Promise<void> {
  const looser = after.approval_limit_cents > before.approval_limit_cents || (before.requires_approval && !after.requires_approval)
  if (looser) await requireStepUp(ctx)
}
