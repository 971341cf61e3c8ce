import { secondPersonHours, secondPersonKinds } from '@claviger/contract/tenancy/second-person'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'

/** Asks the other super administrators to confirm. */
export async function mailSecondPerson(
  ctx: TransactionContext,
  to: readonly { name: string; email: string }[],
  of: { id: string; kind: number; workspace: string; by: string },
): Promise<void> {
  const page = of.kind === secondPersonKinds.ownerChange ? '' : '/control'
  for (const { name, email } of to)
    await mail(ctx, email, say => ({
      subject: say('{by} needs a second super administrator for {workspace}', of),
      greeting: say('Hello {name},', { name }),
      paragraphs: [
        of.kind === secondPersonKinds.deletion
          ? say('{by} asks to delete the workspace {workspace}.', of)
          : of.kind === secondPersonKinds.reset
            ? say('{by} asks to reset the workspace {workspace}.', of)
            : say('{by} asks to change the owner of the workspace {workspace}.', of),
        say('Nothing happens until you confirm it with your passkey. The request expires in {hours} hours.', {
          hours: secondPersonHours,
        }),
      ],
      button: {
        label: say('View the request'),
        href: `${ctx.config.publicUrl}/dashboard/super-admin/workspaces/${of.id}${page}`,
      },
      footer: say('You receive this email because you are a super administrator.'),
    }))
}
