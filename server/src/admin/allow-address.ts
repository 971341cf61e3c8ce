import { outgoingFeatures, outgoingNames } from '@claviger/contract/tenancy/private-targets'
import { allowAddress } from '../features/tenancy/private-targets/private-targets.ts'
import { type Command, CommandRefusal } from './command.ts'
import { findWorkspace } from './account-lookup.ts'

export const allowAddressCommand: Command = {
  name: 'allow-address',
  takes: 'FEATURE HOST [--port PORT] [--workspace SLUG]',
  about: `Allows a workspace calls to a private address for one feature, as its owners can: ${outgoingFeatures.join(', ')}`,
  words: 2,
  options: { workspace: { type: 'string' }, port: { type: 'string' } },
  async work(operator, words) {
    const feature = outgoingFeatures.find(one => one === words.at(0))
    if (!feature) throw new CommandRefusal(`There is no feature ${words.at(0)}: ${outgoingFeatures.join(', ')}`)
    const host = words.at(1).toLowerCase()
    if (!/^[a-z0-9_.:-]{1,253}$/.test(host))
      throw new CommandRefusal('Specify a host or IP address without a scheme or port')
    const given = words.option('port')
    const port = given === undefined ? null : Number(given)
    if (port !== null && !(Number.isInteger(port) && port > 0 && port < 65_536))
      throw new CommandRefusal('The port must be a number from 1 to 65535')
    const workspace = await findWorkspace(operator, words.option('workspace'))
    await operator.inside(workspace.id, ctx => allowAddress(ctx, feature, host, port))
    const where = `${host}, ${port === null ? 'every port' : `port ${String(port)}`}`
    return {
      json: { workspace: workspace.slug, feature, host, port },
      lines: [
        `${workspace.slug} can call ${where} for ${outgoingNames[feature].toLowerCase()}. It must also be in a network of PRIVATE_NETWORKS.`,
      ],
    }
  },
}
