import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../ground/config.ts'
import { isOwnMachine } from '../../ground/config/exposed.ts'
import { sameBytes } from '../../ground/secrets/seal.ts'
import type { World } from '../../ground/world.ts'

type Question = Pick<FastifyRequest, 'ip' | 'headers'>

const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']
const cameThrough = ({ headers }: Question) => forwarded.some(name => headers[name] !== undefined)
const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

/**
 * Who may read what is meant for operators: whoever sends the key, and callers from the operators' networks. An
 * address that a proxy hides, because nobody told us of the proxy, is not the caller's and counts for nothing.
 */
export function operatorsOf(config: Pick<Config, 'metricsKey' | 'operatorNetworks' | 'trustProxy'>) {
  const inside = listOf(config.operatorNetworks)
  const key = config.metricsKey === undefined ? undefined : Buffer.from(`Bearer ${config.metricsKey}`)
  return (request: Question): boolean => {
    if (key !== undefined && sameBytes(Buffer.from(request.headers.authorization ?? ''), key)) return true
    if (config.trustProxy === 0 && cameThrough(request)) return false
    const address = request.ip.replace(/^::ffff:/, '')
    return inside.check(address, familyOf(address))
  }
}

/** Shuts a page of operators to all others where the service is public; on one's own machine it is open. */
export function forOperators(config: Config) {
  const may = operatorsOf(config)
  const open = isOwnMachine(config.publicUrl)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!open && !may(request)) await reply.code(404).send({ message: 'Not found', code: 'not-found' })
  }
}

/**
 * Notices a proxy that TRUST_PROXY does not tell of, behind which all callers look like one; warns once. Answers
 * whether it was noticed.
 */
export function noticeProxy(app: FastifyInstance, { config, log }: Pick<World, 'config' | 'log'>): () => boolean {
  let noticed = false
  app.addHook('onRequest', async request => {
    if (noticed || config.trustProxy !== 0 || !cameThrough(request)) return
    noticed = true
    log.warn(
      { from: request.ip },
      'requests come through a proxy, and TRUST_PROXY is 0: all callers count as one. Set it to the number of proxies',
    )
  })
  return () => noticed
}
