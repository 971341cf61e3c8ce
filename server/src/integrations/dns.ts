import { Resolver } from 'node:dns/promises'

/** The DNS query failed (timeout, refusal, fault). Says nothing about whether the record exists. */
export class DnsFault extends Error {}

const nothing = new Set(['ENODATA', 'ENOTFOUND', 'ENONAME'])

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
