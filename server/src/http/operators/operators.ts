import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config.ts'
import { isOwnMachine } from '#platform/config/exposure.ts'
import { sameBytes } from '#platform/secrets/seal.ts'
import type { AppContext } from '#platform/app-context.ts'

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
 * Who can read operator pages: callers with the key or from the operators' networks. An address hidden by an
 * unconfigured proxy is not the caller's and is ignored.
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

/** Restricts operator pages if the service is public; on a local machine they are open. */
export function forOperators(config: Config) {
  const may = operatorsOf(config)
  const open = isOwnMachine(config.publicUrl)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!open && !may(request)) await reply.code(404).send({ message: 'Not found', code: 'not-found' })
  }
}

/**
 * Detects a proxy that TRUST_PROXY doesn't list, which makes all callers look like one. Warns once and returns
 * whether one was detected.
 */
export function noticeProxy(app: FastifyInstance, { config, log }: Pick<AppContext, 'config' | 'log'>): () => boolean {
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
