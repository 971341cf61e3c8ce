import type { Say } from '../../../ground/languages.ts'
import type { Ctx } from '../../../ground/world.ts'
import { mail } from '../../../outside/mail.ts'
import { ownersOf } from '../../tenancy/administrators/administrators.ts'
import type { Connection } from '../connections/connections.ts'

/** Tells all owners that the brake stopped a run; none goes on before one of them looked at its list. */
export const mailBraked = (ctx: Ctx, connection: Connection, run: string, leaving: number): Promise<void> =>
  mailOwners(ctx, `/dashboard/sync/runs/${run}`, say => ({
    subject: say('{count, plural, one {# person} other {# people}} would lose access by a directory', {
      count: leaving,
    }),
    paragraphs: [
      say(
        'A run of the directory “{directory}” would shut out {count, plural, one {# person} other {# people}}. That is more than its brake allows, so nothing was changed.',
        { directory: connection.name, count: leaving },
      ),
      say('Look at the list. If it is right, let the run go on; if not, mend the directory or its filter.'),
    ],
    button: say('Look at the list'),
  }))

/** Tells all owners that a directory runs no more by itself, and why. */
export const mailPaused = (ctx: Ctx, connection: Connection): Promise<void> =>
  mailOwners(ctx, '/dashboard/sync', say => ({
    subject: say('The directory “{directory}” is paused', { directory: connection.name }),
    paragraphs: [
      say(
        'Whoever approved how far it reaches is no longer an owner here, or its credentials lead elsewhere since. It changes nothing until an owner approves it again.',
      ),
      say('An owner who approves it anew lets it go on.'),
    ],
    button: say('Open the directories'),
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
          footer: say('You get this mail because you are an owner of this workspace.'),
        }
      })
}
