import { makeLink } from '../features/people/account-links/account-links.ts'
import { record } from '../platform/record/record.ts'
import type { Command } from './command.ts'
import { findPerson } from './account-lookup.ts'

const lastsDays = 1

export const recoveryLink: Command = {
  name: 'recovery-link',
  takes: 'EMAIL|USER-ID [--workspace SLUG]',
  about:
    'Restores access for an owner or another user who lost their keys; prints a single-use link, valid for 24 hours',
  words: 1,
  options: { workspace: { type: 'string' } },
  async work(operator, words) {
    const person = await findPerson(operator, words.at(0), words.option('workspace'))
    const link = await operator.inside(person.workspace, async ctx => {
      await record(ctx, { action: 'recovery.requested', object: { type: 'user', id: person.id, name: person.name } })
      return makeLink(ctx, { user: person.id, purpose: 'recovery', lastsDays })
    })
    return {
      json: { user: person.id, name: person.name, workspace: person.slug, link, lastsDays },
      lines: [
        `${person.name} of ${person.slug} can create a new passkey with this single-use link, valid for 24 hours:`,
        link,
      ],
    }
  },
}
