import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'

interface Owner {
  name: string
  email: string | null
}

const footer = 'You receive this email because you are an owner of this workspace.'

export async function mailSupportRequest(
  ctx: TransactionContext,
  owners: readonly Owner[],
  of: { workspace: string; by: string; reason: string },
): Promise<void> {
  for (const { name, email } of owners)
    if (email !== null)
      await mail(ctx, email, say => ({
        subject: say('{by} asks for support access to {workspace}', of),
        greeting: say('Hello {name},', { name }),
        paragraphs: [
          say('{by}, a super administrator, asks for access to {workspace}. Reason: {reason}', of),
          say('Without your permission, no access is possible. With it, {by} can look, but not change anything.', of),
        ],
        button: { label: say('Allow or deny'), href: `${ctx.config.publicUrl}/dashboard/workspace/support` },
        footer: say(footer),
      }))
}

export async function mailEmergency(
  ctx: TransactionContext,
  owners: readonly Owner[],
  of: { workspace: string; by: string; second: string; reason: string },
): Promise<void> {
  for (const { name, email } of owners)
    if (email !== null)
      await mail(ctx, email, say => ({
        subject: say('Emergency access to {workspace} without your permission', of),
        greeting: say('Hello {name},', { name }),
        paragraphs: [
          say('{by} and {second}, two super administrators, opened {workspace} in an emergency. Reason: {reason}', of),
          say('They can look, but not change anything. You can end the access at any time.'),
        ],
        button: { label: say('View support access'), href: `${ctx.config.publicUrl}/dashboard/workspace/support` },
        footer: say(footer),
      }))
}
