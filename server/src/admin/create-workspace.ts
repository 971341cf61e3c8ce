import { email, text } from '@claviger/contract/platform/fields'
import { slug, workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { beginCounting } from '../features/billing/licenses/licenses.ts'
import { makeLink } from '../features/people/account-links/account-links.ts'
import { addUser } from '../features/people/users/users.ts'
import { makeAdministrator } from '../features/tenancy/administrators/administrators.ts'
import { createWorkspace, mustBeAvailable } from '../features/tenancy/workspaces/workspaces.ts'
import { placeAs } from '../features/work/rank/rank.ts'
import { days, later } from '../platform/clock.ts'
import { record } from '../platform/record/record.ts'
import { checked, type Command, UsageError } from './command.ts'
import { nameFromAddress } from './account-lookup.ts'

const lastsDays = 7
const types: Record<string, number> = {
  business: workspaceTypes.business,
  company: workspaceTypes.company,
  school: workspaceTypes.school,
  personal: workspaceTypes.individual,
}

export const makeWorkspace: Command = {
  name: 'create-workspace',
  takes: `NAME --slug SLUG --owner EMAIL [--first NAME] [--last NAME] [--type ${Object.keys(types).join('|')}]`,
  about: "Creates a workspace without registration; prints the owner's activation link, valid for 7 days",
  words: 1,
  options: {
    slug: { type: 'string' },
    owner: { type: 'string' },
    first: { type: 'string' },
    last: { type: 'string' },
    type: { type: 'string' },
  },
  async work(operator, words) {
    const name = checked('NAME', text(100), words.at(0))
    const address = checked('--slug', slug, words.option('slug'))
    const owner = checked('--owner', email(), words.option('owner'))
    const firstName = checked('--first', text(100), words.option('first') ?? nameFromAddress(owner))
    const lastName = checked('--last', text(100), words.option('last') ?? 'Owner')
    const type = types[words.option('type') ?? 'business']
    if (type === undefined) throw new UsageError(`--type must be one of ${Object.keys(types).join(', ')}`)
    const made = await operator.inside(undefined, async ctx => {
      await mustBeAvailable(ctx, address)
      const { billing, billingFile } = ctx.config
      const trialEnds = later(ctx.clock.now(), days(billingFile.trialDays)).toISOString().slice(0, 10)
      const hasTrial = billing && type !== workspaceTypes.individual
      const workspace = await createWorkspace(ctx, { name, slug: address, type, ...(hasTrial && { trialEnds }) })
      await record(ctx, {
        action: 'workspace.created',
        object: { type: 'workspace', id: workspace, name },
        after: { name, url: address },
      })
      await beginCounting(ctx)
      // The mailbox that the operator names is as good as the owner's own
      await placeAs(ctx.db, 'operator')
      const user = await addUser(ctx, { userId: owner, email: owner, firstName, lastName })
      await makeAdministrator(ctx, user, 1)
      return { workspace, user, link: await makeLink(ctx, { user, purpose: 'activation', lastsDays }) }
    })
    return {
      json: { ...made, slug: address, owner, lastsDays },
      lines: [
        `${name} was created. ${owner} becomes its owner with this single-use link, valid for 7 days:`,
        made.link,
      ],
    }
  },
}
