import { X509Certificate } from 'node:crypto'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { ldap } from '@claviger/contract/directories/ldap'
import { msg } from '#platform/languages.ts'
import { type FieldProblem, problem } from '#platform/problem.ts'
import { LdapFilterError, readFilter } from './ldap.filter.ts'
import { type LdapSettings, usualFilters } from './ldap-settings.ts'

export type LdapInput = OutputOf<(typeof ldap)['calls']['update']['input']>

/** Validates a form's settings for storage. @throws invalid-input per field */
export function settingsIn(input: Omit<LdapInput, 'version'>, before?: LdapSettings): LdapSettings {
  const wrong: FieldProblem[] = []
  const filter = (field: 'personFilter' | 'groupFilter', usual: string) => {
    const given = input[field] ?? before?.[field] ?? usual
    const text = given === '' || given.startsWith('(') ? given : `(${given})`
    if (field === 'groupFilter' && text === '') return ''
    try {
      readFilter(text)
    } catch (error) {
      if (!(error instanceof LdapFilterError)) throw error
      wrong.push({ field, message: error.says })
    }
    return text
  }
  const further = (all: readonly string[] | undefined) => (all ?? []).filter(one => one !== '')
  const bases = [...new Set([input.baseDn, ...further(input.furtherBaseDns)])]
  for (const [at, base] of bases.entries()) {
    const field = at === 0 ? 'baseDn' : `furtherBaseDns.${at - 1}`
    if (!looksLikeDn(base)) wrong.push({ field, message: msg('Enter a name such as dc=example,dc=com') })
    else if (bases.some(other => other !== base && lies(base, other)))
      wrong.push({ field, message: msg('Another base DN already includes this one') })
  }
  const certificate = input.certificate === undefined ? (before?.certificate ?? null) : input.certificate || null
  if (certificate !== null && !isCertificate(certificate))
    wrong.push({
      field: 'certificate',
      message: msg("This isn't a PEM certificate. It must begin with -----BEGIN CERTIFICATE-----"),
    })
  const settings = {
    urls: [...new Set([input.ldapUrl, ...further(input.furtherUrls)].map(url => url.replace(/\/$/, '')))],
    plain: input.plain ?? before?.plain ?? false,
    bases,
    username: input.username,
    certificate,
    personFilter: filter('personFilter', usualFilters.people),
    groupFilter: filter('groupFilter', usualFilters.groups),
    passwords: input.passwords ?? before?.passwords ?? false,
  }
  if (wrong.length > 0) throw problem('invalid-input', undefined, wrong)
  return settings
}

const looksLikeDn = (text: string) => /^[a-zA-Z][\w-]*\s*=.+$/u.test(text) && !/\0/.test(text)
const tidy = (dn: string) => dn.toLowerCase().replaceAll(/\s*([,=])\s*/g, '$1')
const lies = (within: string, base: string) => `,${tidy(within)}`.endsWith(`,${tidy(base)}`)

function isCertificate(pem: string): boolean {
  const all = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g)
  if (!all || all.length > 20) return false
  try {
    return all.every(one => new X509Certificate(one).raw.length > 0)
  } catch {
    return false
  }
}
