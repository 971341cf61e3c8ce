import { graceDays } from '@claviger/contract/access/workspace-deletion'
import { dayIn } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'

interface Owner {
  name: string
  email: string | null
}

const footer = 'You receive this email because you are an owner of this workspace.'

export async function mailDeletionStarted(
  ctx: TransactionContext,
  owners: readonly Owner[],
  workspace: string,
  by: string,
  endsAt: Date,
): Promise<void> {
  for (const { name, email } of owners) {
    if (email === null) continue
    await mail(ctx, email, (say, language) => ({
      subject: say('{workspace} will be deleted on {day}', { workspace, day: dayIn(language, endsAt) }),
      greeting: say('Hello {name},', { name }),
      paragraphs: [
        say('{by} requested the deletion of {workspace}. It is now disabled, and only its owners can sign in.', {
          by,
          workspace,
        }),
        say(
          'In {days} days, its users, their keys, and its log will be permanently deleted. Until then, an owner can cancel the deletion.',
          {
            days: graceDays,
          },
        ),
      ],
      button: { label: say('Open settings'), href: `${ctx.config.publicUrl}/dashboard/workspace` },
      footer: say(footer),
    }))
  }
}

export async function mailResetBegun(
  ctx: TransactionContext,
  owners: readonly Owner[],
  workspace: string,
  by: string,
  endsAt: Date,
): Promise<void> {
  for (const { name, email } of owners) {
    if (email === null) continue
    await mail(ctx, email, (say, language) => ({
      subject: say('{workspace} will be reset on {day}', { workspace, day: dayIn(language, endsAt) }),
      greeting: say('Hello {name},', { name }),
      paragraphs: [
        say('{by} requested a reset of {workspace}. It is now disabled, and only its owners can sign in.', {
          by,
          workspace,
        }),
        say(
          'In {days} days, its users, their keys, and its data will be permanently deleted. Owners, settings, and the log stay. Until then, an owner can cancel the reset.',
          { days: graceDays },
        ),
      ],
      button: { label: say('Open settings'), href: `${ctx.config.publicUrl}/dashboard/workspace` },
      footer: say(footer),
    }))
  }
}

export async function mailDeletionCanceled(
  ctx: TransactionContext,
  owners: readonly Owner[],
  workspace: string,
  by: string,
): Promise<void> {
  for (const { name, email } of owners) {
    if (email === null) continue
    await mail(ctx, email, say => ({
      subject: say("{workspace} won't be deleted", { workspace }),
      greeting: say('Hello {name},', { name }),
      paragraphs: [say('{by} canceled the deletion of {workspace}. All users can sign in again.', { by, workspace })],
      footer: say(footer),
    }))
  }
}
