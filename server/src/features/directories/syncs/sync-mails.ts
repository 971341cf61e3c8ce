import type { Say } from '#platform/languages.ts'
import type { Ctx } from '#platform/world.ts'
import { mail } from '#integrations/mail.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'

/** Notifies all owners that a run exceeded the safety threshold and needs an approval. */
export const mailBraked = (ctx: Ctx, connection: ConnectedDirectory, run: string, leaving: number): Promise<void> =>
  mailOwners(ctx, `/dashboard/sync/runs/${run}`, say => ({
    subject: say('{count, plural, one {# user} other {# users}} would lose access because of a directory run', {
      count: leaving,
    }),
    paragraphs: [
      say(
        'A run of the directory “{directory}” would remove the access of {count, plural, one {# user} other {# users}}. This exceeds its safety threshold, so nothing was changed.',
        { directory: connection.name, count: leaving },
      ),
      say('Review the list. If it is correct, continue the run. If not, correct the directory or its filter.'),
    ],
    button: say('Review list'),
  }))

export const mailPaused = (ctx: Ctx, connection: ConnectedDirectory): Promise<void> =>
  mailOwners(ctx, '/dashboard/sync', say => ({
    subject: say('The directory “{directory}” is paused', { directory: connection.name }),
    paragraphs: [
      say(
        'The person who approved its access is no longer an owner, or its credentials now point to another address. The directory changes nothing until an owner approves it again.',
      ),
      say('The directory resumes when an owner approves it again.'),
    ],
    button: say('Open directories'),
  }))

interface Letter {
  subject: string
  paragraphs: string[]
  button: string
}

async function mailOwners(ctx: Ctx, path: string, write: (say: Say) => Letter): Promise<void> {
  for (const { name, email } of await ownersOf(ctx))
    if (email !== null)
      await mail(ctx, email, say => {
        const { button, ...letter } = write(say)
        return {
          ...letter,
          greeting: say('Hello {name},', { name }),
          button: { label: button, href: `${ctx.config.publicUrl}${path}` },
          footer: say('You receive this email because you are an owner of this workspace.'),
        }
      })
}
