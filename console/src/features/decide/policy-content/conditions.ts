import type { ConditionName, Conditions } from '@claviger/contract/decide/policy-content'
import {
  IconApps,
  IconClock,
  IconDeviceDesktop,
  IconDoorEnter,
  IconKey,
  IconMapPin,
  IconNetwork,
  IconSitemap,
  IconUser,
  IconUserCircle,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { msg } from '../../../ground/text/text.ts'

export interface ConditionWords {
  label: string
  icon: Icon
  /** What must be so, with what it holds. */
  says: string
  /** Its size in a list. */
  counted: string
  /** Said of a decision where nobody knew the fact. */
  unknown: string
}

/** Every condition in words, in the order in which they are shown. */
export const conditions: Readonly<Record<ConditionName, ConditionWords>> = {
  users: {
    label: msg('People'),
    icon: IconUser,
    says: msg('the person is {what}'),
    counted: msg('{count, plural, one {# person} other {# people}}'),
    unknown: msg('nobody knows who it was'),
  },
  groups: {
    label: msg('Groups'),
    icon: IconUsersGroup,
    says: msg('the person belongs to {what}'),
    counted: msg('{count, plural, one {# group} other {# groups}}'),
    unknown: msg('nobody knows who it was'),
  },
  units: {
    label: msg('Organization units'),
    icon: IconSitemap,
    says: msg('the person works in {what}'),
    counted: msg('{count, plural, one {# unit} other {# units}}'),
    unknown: msg('nobody knows who it was'),
  },
  accounts: {
    label: msg('Opened account'),
    icon: IconUserCircle,
    says: msg('the account that opens is that of {what}'),
    counted: msg('{count, plural, one {# account} other {# accounts}}'),
    unknown: msg('the account that opens is not known'),
  },
  securityKeyDeviceType: {
    label: msg('Kind of key'),
    icon: IconKey,
    says: msg('the key is of this kind: {what}'),
    counted: msg('{count, plural, one {# kind of key} other {# kinds of keys}}'),
    unknown: msg('the kind of key is not known'),
  },
  waysIn: {
    label: msg('Way in'),
    icon: IconDoorEnter,
    says: msg('the person came in by {what}'),
    counted: msg('{count, plural, one {# way in} other {# ways in}}'),
    unknown: msg('nobody knows how the person came in'),
  },
  timeLimits: {
    label: msg('Times'),
    icon: IconClock,
    says: msg('the time is {what}'),
    counted: msg('{count, plural, one {# time span} other {# time spans}}'),
    unknown: msg('the time is not known'),
  },
  devices: {
    label: msg('Computers and devices'),
    icon: IconDeviceDesktop,
    says: msg('the device is {what}'),
    counted: msg('{count, plural, one {# device or group} other {# devices or groups}}'),
    unknown: msg('the device is not known'),
  },
  rpRestriction: {
    label: msg('Sites'),
    icon: IconWorld,
    says: msg('the site is {what}'),
    counted: msg('{count, plural, one {# site} other {# sites}}'),
    unknown: msg('the site is not known'),
  },
  appRestriction: {
    label: msg('Applications'),
    icon: IconApps,
    says: msg('the application is {what}'),
    counted: msg('{count, plural, one {# application} other {# applications}}'),
    unknown: msg('the application is not known'),
  },
  ipRestriction: {
    label: msg('Addresses'),
    icon: IconNetwork,
    says: msg('the address of the computer is within {what}'),
    counted: msg('{count, plural, one {# address} other {# addresses}}'),
    unknown: msg('the address of the computer is not known'),
  },
  locationRestriction: {
    label: msg('Places'),
    icon: IconMapPin,
    says: msg('the place is {what}'),
    counted: msg('{count, plural, one {# place} other {# places}}'),
    unknown: msg('neither country nor position is known'),
  },
}

/** The names of all conditions, as they are shown. */
export const conditionOrder = Object.keys(conditions) as ConditionName[]

/** A condition that holds nothing. */
export const emptyConditions: Conditions = {
  users: [],
  groups: [],
  units: [],
  accounts: [],
  securityKeyDeviceType: [],
  waysIn: [],
  timeLimits: { spans: [], lists: [] },
  rpRestriction: { values: [], lists: [] },
  appRestriction: { values: [], lists: [] },
  ipRestriction: { values: [], lists: [] },
  locationRestriction: { countries: [], circles: [], lists: [] },
  devices: { values: [], groups: [], lists: [] },
}

/** Does a condition hold anything? Only then it is asked. */
export function isFilled(name: ConditionName, of: Conditions): boolean {
  const held = of[name]
  const parts: unknown[] = Array.isArray(held) ? held : Object.values(held).filter(Array.isArray).flat()
  return parts.length > 0
}
