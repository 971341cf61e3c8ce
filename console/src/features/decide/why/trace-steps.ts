import type { Explanation, Facts, PolicyStep } from '@claviger/contract/decide/decisions'
import { policyActions, policySignInMethodNames } from '@claviger/contract/decide/policy-content'
import type { ConditionName, PolicyContent } from '@claviger/contract/decide/policy-content'
import { keyKindNames } from '@claviger/contract/keys/security-keys'
import { countryOf, inLanguage } from '#platform/text/formats.ts'
import { locale } from '#platform/text/language.ts'
import { msg, t } from '#platform/text/text.ts'
import { conditions } from '../policy-content/conditions.ts'
import type { Names } from '../policy-content/known-names.ts'
import { demandsOf, whatOf } from '../policy-content/policy-labels.ts'
import { invertSpans } from '../policy-content/outside-times.ts'

export type PartialFacts = { [K in keyof Facts]?: Facts[K] | undefined }

const clocks = inLanguage(() => new Map<string, Intl.DateTimeFormat>())

/** For example "14:20" or "Mon 14:20"; falls back to the browser's zone if it doesn't know the given one. */
export function timeIn(zone: string, at: string, withDay: boolean): string {
  const key = `${zone} ${withDay}`
  const known = clocks().get(key)
  const make = (timeZone: string | undefined) =>
    new Intl.DateTimeFormat(locale(), {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(withDay ? { weekday: 'short' } : {}),
      ...(timeZone === undefined ? {} : { timeZone }),
    })
  try {
    const format = known ?? make(zone)
    clocks().set(key, format)
    return format.format(new Date(at))
  } catch {
    return make(undefined).format(new Date(at))
  }
}

const named = (id: string | null | undefined, names: Names) => (id ? (names(id) ?? t('a deleted item')) : t('unknown'))

const failures: Readonly<Record<ConditionName, string>> = {
  users: msg('{fact} is not {what}'),
  groups: msg('{fact} is not in {what}'),
  units: msg('{fact} is not in {what}'),
  accounts: msg('{fact} is not {what}'),
  securityKeyDeviceType: msg('{fact} is not {what}'),
  waysIn: msg('{fact} is not {what}'),
  timeLimits: msg('{fact} is outside {what}'),
  rpRestriction: msg('{fact} is not {what}'),
  appRestriction: msg('{fact} is not {what}'),
  ipRestriction: msg('{fact} is not in {what}'),
  locationRestriction: msg('{fact} is not {what}'),
  devices: msg('{fact} is not {what}'),
}

function factOf(name: ConditionName, facts: PartialFacts, content: PolicyContent, names: Names): string {
  switch (name) {
    case 'users':
    case 'groups':
    case 'units':
      return named(facts.user, names)
    case 'accounts':
      return named(facts.account, names)
    case 'securityKeyDeviceType':
      return t(keyKindNames[facts.keyKind ?? 0] ?? msg('Unknown'))
    case 'waysIn':
      return facts.way ? t(policySignInMethodNames[facts.way]) : t('the sign-in method')
    case 'timeLimits': {
      const someDays = content.timeLimits.spans.some(({ days }) => days.length < 7)
      return facts.at === undefined ? t('now') : timeIn(content.zone, facts.at, someDays)
    }
    case 'rpRestriction':
      return facts.rp ?? t('the site')
    case 'appRestriction':
      return named(facts.app, names)
    case 'ipRestriction':
      return facts.ip ?? t('the IP address')
    case 'locationRestriction':
      return facts.country ? countryOf(facts.country) : t('the location')
    case 'devices':
      return named(facts.device, names)
  }
}

function whyNot({ conditions: looked, content }: PolicyStep, facts: PartialFacts, names: Names): string | undefined {
  const failed = looked.find(({ met }) => !met)
  if (!failed) return undefined
  const name = failed.condition
  if (failed.unknown || failed.unknowable) return t(conditions[name].unknown)
  if (!content) return t('{condition}: no match', { condition: t(conditions[name].label) })
  const outside = name === 'timeLimits' && invertSpans(content.timeLimits.spans) !== undefined
  return t(outside ? msg('{fact} is not {what}') : failures[name], {
    fact: factOf(name, facts, content, names),
    what: whatOf(name, content, names),
  })
}

const would: Readonly<Record<number, string>> = {
  [policyActions.block]: msg('would have blocked (report only)'),
  [policyActions.allow]: msg('would have allowed (report only)'),
}
const did: Readonly<Record<number, string>> = {
  [policyActions.block]: msg('applied: blocks'),
  [policyActions.allow]: msg('applied: allows'),
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(value)
const mostNames = 100
const mostOfOne = 4

export function unnamedIdsOf({ steps }: Explanation, names: Names): string[] {
  const held = steps.flatMap(({ conditions: looked, content, applies }) => {
    if (content && applies) return content.demands.models
    const failed = looked.find(({ met }) => !met)
    if (!content || !failed) return []
    const of = content[failed.condition]
    const parts: unknown[][] = Array.isArray(of) ? [of] : Object.values(of).filter(Array.isArray)
    return parts.flatMap(part => part.slice(0, mostOfOne)).filter(isId)
  })
  return [...new Set(held)].filter(id => names(id) === undefined).slice(0, mostNames)
}

/** Result of one policy, for example "did not apply: 14:20 is outside 20:00–06:00 Europe/Berlin". */
export function stepResult(step: PolicyStep, of: Explanation, facts: PartialFacts, names: Names): string {
  if (step.applies && step.reportOnly) return t(would[step.action] ?? '')
  if (step.applies && of.policy === step.policy && of.unmet.length > 0 && step.content)
    return t('applied: allows if {what}', { what: demandsOf(step.content, names).join(', ') })
  if (step.applies) return t(did[step.action] ?? '')
  const why = whyNot(step, facts, names)
  return why === undefined ? t('did not apply') : t('did not apply: {why}', { why })
}

export function endOf({ allowed, unmet }: Pick<Explanation, 'allowed' | 'unmet'>): 'allowed' | 'refused' | 'not yet' {
  if (allowed) return 'allowed'
  return unmet.length > 0 ? 'not yet' : 'refused'
}
