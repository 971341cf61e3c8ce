import { openSession } from '../features/access/sessions/sessions.ts'
import { record } from '../platform/record/record.ts'
import type { TransactionContext } from '../platform/app-context.ts'
import { type Command, wholeNumber } from './command.ts'
import { findPerson } from './account-lookup.ts'

const mostSeconds = 30 * 86_400

export const issueSession: Command = {
  name: 'issue-session',
  takes: 'EMAIL|USER-ID [--workspace SLUG] [--expires-in SECONDS]',
  about: 'Signs a user in without a key and prints the tokens, for scripts and load tests; the activity log records it',
  words: 1,
  options: { workspace: { type: 'string' }, 'expires-in': { type: 'string' } },
  async work(operator, words) {
    const { world } = operator
    const asked = words.option('expires-in')
    const seconds =
      asked === undefined ? world.config.accessMinutes * 60 : wholeNumber('--expires-in', asked, 1, mostSeconds)
    const person = await findPerson(operator, words.at(0), words.option('workspace'))
    const tokens = await operator.inside(person.workspace, async ctx => {
      await record(ctx, {
        action: 'tokens.issued',
        object: { type: 'user', id: person.id, name: person.name },
        after: { expiresInSeconds: seconds },
      })
      return openSession(lasting(ctx, seconds, asked !== undefined), {
        user: person.id,
        method: 'command',
        verified: true,
      })
    })
    world.log.warn({ user: person.id, workspace: person.slug, seconds }, 'tokens were issued on the command line')
    const json = { user: person.id, workspace: person.slug, ...tokens, expiresIn: seconds }
    return {
      json,
      lines: [
        `Signed in as ${person.name} of ${person.slug} for ${seconds} seconds. Anyone with these tokens can act as ${person.name}.`,
        `accessToken  ${tokens.accessToken}`,
        `refreshToken ${tokens.refreshToken}`,
      ],
    }
  },
}

/** The transaction with different token lifetimes; with `whole`, the session also ends with them. */
function lasting(ctx: TransactionContext, seconds: number, whole: boolean): TransactionContext {
  const config = {
    ...ctx.config,
    accessMinutes: seconds / 60,
    ...(whole && { refreshDays: seconds / 86_400 }),
  }
  return Object.assign(Object.create(ctx) as TransactionContext, { config })
}
