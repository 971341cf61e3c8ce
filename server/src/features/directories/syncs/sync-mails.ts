import type { SyncCounts, ThresholdKind } from '@claviger/contract/directories/syncs'
import type { Translate } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import { countLosingAccess } from './plan.ts'

const consequences: Record<ThresholdKind, (say: Translate, counts: SyncCounts) => string> = {
  access: (say, counts) =>
    say('{count, plural, one {# user} other {# users}} would lose access.', { count: countLosingAccess(counts) }),
  groups: (say, counts) =>
    say('{count, plural, one {# group} other {# groups}} would end.', { count: counts.groupsLeaving }),
  memberships: (say, counts) =>
    say('{count, plural, one {# membership} other {# memberships}} would change.', { count: counts.memberships }),
  changes: (say, counts) =>
    say('{count, plural, one {# user} other {# users}} would be changed.', { count: counts.changed }),
  additions: (say, counts) =>
    say('{count, plural, one {# new user} other {# new users}} would be added.', { count: counts.added }),
}

/** Notifies all owners that a run exceeded the safety threshold and needs an approval. */
export const mailBraked = (
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  run: string,
  counts: SyncCounts,
  exceeds: readonly ThresholdKind[],
): Promise<void> =>
  mailOwners(ctx, `/dashboard/sync/runs/${run}`, say => ({
    subject: say('A run of the directory “{directory}” needs your approval', { directory: connection.name }),
    paragraphs: [
      say('A run of the directory “{directory}” exceeds its safety threshold, so nothing was changed.', {
        directory: connection.name,
      }),
      exceeds.map(kind => consequences[kind](say, counts)).join(' '),
      say('Review the list. If it is correct, continue the run. If not, correct the directory or its filter.'),
    ],
    button: say('Review list'),
  }))

export const mailPaused = (ctx: TransactionContext, connection: ConnectedDirectory): Promise<void> =>
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

export const mailSilent = (ctx: TransactionContext, directory: string, since: Date): Promise<void> =>
  mailOwners(ctx, '/dashboard/sync', say => ({
    subject: say("The directory “{directory}” can't be read", { directory }),
    paragraphs: [
      say(
        'The last successful contact with the directory “{directory}” was on {time}. Users who left since then can still sign in.',
        { directory, time: `${since.toISOString().slice(0, 16).replace('T', ' ')} UTC` },
      ),
      say('Check the connection, its credentials, and runs that wait for approval.'),
    ],
    button: say('Open directories'),
  }))

interface Letter {
  subject: string
  paragraphs: string[]
  button: string
}

async function mailOwners(ctx: TransactionContext, path: string, write: (say: Translate) => Letter): Promise<void> {
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
