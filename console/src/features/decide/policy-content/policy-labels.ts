import type { ListType, PolicyContent, TimeSpan } from '@claviger/contract/decide/policy-content'
import {
  listTypes,
  strengthLevelNames,
  strengthLevels,
  policySignInMethodNames,
  type ConditionName,
} from '@claviger/contract/decide/policy-content'
import { keyKindNames } from '@claviger/contract/keys/security-keys'
import { count, countryOf, inLanguage, weekdayOf } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { conditionOrder, conditions, isFilled } from './conditions.ts'
import { invertSpans } from './outside-times.ts'
import type { Names } from './known-names.ts'

const either = inLanguage(here => new Intl.ListFormat(here, { type: 'disjunction' }))

/** For example "Anna, Bert or 3 others". */
export function anyOf(items: readonly string[], most = 4): string {
  if (items.length <= most) return either().format(items)
  return t('{names} or {count, plural, one {# other} other {# others}}', {
    names: items.slice(0, most - 1).join(', '),
    count: items.length - most + 1,
  })
}

/** Short weekday name, 1 Monday to 7 Sunday; the first week of 2024 began on a Monday. */
export const dayName = (day: number): string => weekdayOf(`2024-01-0${day}`)

/** For example "Mon–Fri" or "Mon, Wed". */
export function daysOf(days: readonly number[]): string {
  const sorted = days.toSorted((a, b) => a - b)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return ''
  const together = sorted.length > 2 && last - first === sorted.length - 1
  return together ? `${dayName(first)}–${dayName(last)}` : sorted.map(dayName).join(', ')
}

/** For example "Mon–Fri 20:00–06:00"; without days if all are included. */
export const spanOf = ({ days, from, to }: TimeSpan): string =>
  days.length === 7 ? `${from}–${to}` : `${daysOf(days)} ${from}–${to}`

export const listTypeNames: Readonly<Record<number, string>> = {
  [listTypes.ip]: msg('IP addresses'),
  [listTypes.device]: msg('Computers and devices'),
  [listTypes.rp]: msg('Sites'),
  [listTypes.app]: msg('Applications'),
  [listTypes.location]: msg('Locations'),
  [listTypes.time]: msg('Times'),
} satisfies Record<ListType, string>

export const actionNames: Readonly<Record<number, string>> = { 0: msg('Block'), 1: msg('Allow') }

const named = (ids: readonly string[], names: Names) => ids.map(id => names(id) ?? t('deleted item'))

/** Time spans as texts; those that are the outside of fewer spans are named by these. */
function timesOf(spans: PolicyContent['timeLimits']['spans']): string[] {
  const inside = invertSpans(spans)
  return inside ? [t('outside {times}', { times: inside.map(spanOf).join(', ') })] : spans.map(spanOf)
}

type Held = Pick<PolicyContent, ConditionName | 'zone'>

export function itemsOf(name: ConditionName, of: Held, names: Names): string[] {
  const ofLists = (ids: readonly string[]) => named(ids, names).map(list => t('the list {name}', { name: list }))
  switch (name) {
    case 'users':
    case 'groups':
    case 'units':
    case 'accounts':
      return named(of[name], names)
    case 'securityKeyDeviceType':
      return of.securityKeyDeviceType.map(kind => t(keyKindNames[kind] ?? msg('Unknown')))
    case 'waysIn':
      return of.waysIn.map(way => t(policySignInMethodNames[way]))
    case 'timeLimits':
      return [...timesOf(of.timeLimits.spans), ...ofLists(of.timeLimits.lists)]
    case 'rpRestriction':
    case 'ipRestriction':
      return [...of[name].values, ...ofLists(of[name].lists)]
    case 'appRestriction':
      return [...named(of.appRestriction.values, names), ...ofLists(of.appRestriction.lists)]
    case 'locationRestriction': {
      const { countries, circles, lists } = of.locationRestriction
      const around = circles.map(circle =>
        circle.label === ''
          ? t('within {meters} m of {position}', {
              meters: circle.radius,
              position: `${circle.latitude}, ${circle.longitude}`,
            })
          : circle.label,
      )
      return [...countries.map(countryOf), ...around, ...ofLists(lists)]
    }
    case 'devices':
      return [...named(of.devices.values, names), ...named(of.devices.groups, names), ...ofLists(of.devices.lists)]
  }
}

export function whatOf(name: ConditionName, of: Held, names: Names): string {
  const what = anyOf(itemsOf(name, of, names))
  return name === 'timeLimits' && of.timeLimits.spans.length > 0 ? `${what} ${of.zone}` : what
}

export const sentencesOf = (of: PolicyContent, names: Names): { name: ConditionName; says: string }[] =>
  conditionOrder
    .filter(name => isFilled(name, of))
    .map(name => ({ name, says: t(conditions[name].says, { what: whatOf(name, of, names) }) }))

const strengthName = (id: string, names: Names): string => {
  const level = strengthLevels.find(one => one === id)
  return level === undefined ? (names(id) ?? t('deleted item')) : t(strengthLevelNames[level])
}

export function demandsOf({ demands }: Pick<PolicyContent, 'demands'>, names: Names): string[] {
  return [
    ...(demands.pin ? [t('the user is verified, for example with a PIN')] : []),
    ...(demands.models.length > 0 ? [t('the key is a {models}', { models: anyOf(named(demands.models, names)) })] : []),
    ...(demands.strength
      ? [t('the sign-in meets the strength {name}', { name: strengthName(demands.strength, names) })]
      : []),
    ...(demands.withinMinutes === null
      ? []
      : [
          t('the user signed in within {count, plural, one {the last minute} other {the last # minutes}}', {
            count: demands.withinMinutes,
          }),
        ]),
  ]
}

/** Sizes of a row's conditions, for example "2 groups · 1 site"; no conditions means all users. */
export function sizesOf(filled: readonly { condition: string; items: number }[]): string {
  if (filled.length === 0) return t('All users, everywhere')
  return filled
    .map(({ condition, items }) => {
      const words = conditions[condition as ConditionName]
      return words === undefined ? count(items) : t(words.counted, { count: items })
    })
    .join(' · ')
}
