import { Resolver } from 'node:dns/promises'

/** The DNS could not be asked: no answer in time, a refusal, a fault. Says nothing about what stands there. */
export class DnsFault extends Error {}

// What an answer says that has no such record
const nothing = new Set(['ENODATA', 'ENOTFOUND', 'ENONAME'])

/** The texts that stand at a name, each put together from its parts; none when there is no such name. Throws DnsFault. */
export async function textRecords(config: { dnsServer: string[] | undefined }, name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (config.dnsServer) resolver.setServers(config.dnsServer)
  try {
    return (await resolver.resolveTxt(name)).map(parts => parts.join(''))
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (nothing.has(code)) return []
    throw new DnsFault(code)
  }
}
