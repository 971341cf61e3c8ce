import { type LdapCheckResult, ldapSteps, type LdapStep } from '@claviger/contract/directories/ldap'
import { externalIdOfEntry } from './reader/anchors.ts'
import { openDirectory, mustReadBases, type LdapTarget } from './reader/ldap-connection.ts'
import { requestedAttributes } from './reader/ldap-reading.ts'
import type { LdapEntry } from './wire/ldap-messages.ts'
import { LdapClient } from './wire/connection.ts'
import { asFailure, LdapFailure } from './wire/failure.ts'

const pageSize = 1000

/** Tests all servers of a directory, then sign-in, bases, filter, and rights with the first that answers. */
export async function checkConnection(target: LdapTarget, signal: AbortSignal): Promise<LdapCheckResult[]> {
  const found = new Map<LdapStep, string>()
  const plain = target.ways.some(way => way.security === 'plain')
  const stateOf = (step: LdapStep): LdapCheckResult['state'] => (plain && step === 'certificate' ? 'warning' : 'fine')
  const results = () => ldapSteps.map(step => ({ step, state: stateOf(step), says: found.get(step) ?? '' }))
  try {
    await lookAt(target, signal, (step, says) => found.set(step, says))
    return results()
  } catch (error) {
    return failedBy(error, results())
  }
}

/** Check results with the step that an error belongs to as failed, and the later ones as skipped. */
export function failedBy(error: unknown, results: readonly LdapCheckResult[]): LdapCheckResult[] {
  const failure = asFailure(error, 'address')
  const failed = ldapSteps.indexOf(failure.step)
  return results.map((result, at) => {
    if (at === failed) return { step: result.step, state: 'failed', says: failure.message }
    return at < failed ? result : { step: result.step, state: 'skipped', says: '' }
  })
}

async function lookAt(
  target: LdapTarget,
  signal: AbortSignal,
  note: (step: LdapStep, says: string) => void,
): Promise<void> {
  // Test all servers, because the failure of a fallback would be noticed only when it is needed
  for (const way of target.ways)
    try {
      const connection = await LdapClient.open(target.bounds, way, signal)
      connection.close()
    } catch (error) {
      const failure = asFailure(error, 'address')
      const where = `${way.host}:${way.port}: ${failure.message}`
      throw new LdapFailure(target.ways.length > 1 ? where : failure.message, failure.step, failure.again)
    }
  note('address', target.ways.map(({ host, port }) => `${host}:${port}`).join(', '))
  note(
    'certificate',
    target.ways.some(way => way.security === 'plain')
      ? 'Not encrypted: anyone on the network path can read the password'
      : 'Encrypted, the certificate is good',
  )
  const directory = await openDirectory(target, signal)
  try {
    note('sign-in', directory.activeDirectory ? 'Active Directory' : 'LDAP')
    await mustReadBases(directory, target.bases)
    note('base', target.bases.join('; '))
    for (const base of target.bases) {
      const search = {
        base,
        scope: 'sub',
        filter: target.personFilter,
        attributes: requestedAttributes(target.attributes),
      } as const
      const first: IteratorResult<readonly LdapEntry[], void> = await directory.connection
        .pages(search, pageSize, 'filter')
        .next()
      const page = first.value
      if (!page)
        throw new LdapFailure(
          `The filter finds no users under ${base}, or the account can't read them`,
          'filter',
          false,
        )
      note('filter', `${page.length}${page.length === pageSize ? ' or more' : ''} found`)
      if (!page.some(entry => externalIdOfEntry(entry) !== undefined))
        throw new LdapFailure('The account may not read objectGUID or entryUUID, which say who is who', 'rights', false)
      if (
        target.attributes.length > 0 &&
        !page.some(entry => target.attributes.some(name => entry.attributes.has(name.toLowerCase())))
      )
        throw new LdapFailure('The account may not read any attribute that the mapping asks for', 'rights', false)
    }
    note('rights', 'All that is needed can be read')
  } finally {
    directory.connection.close()
  }
}
