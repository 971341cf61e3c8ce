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
import { msg } from '#platform/text/text.ts'

export interface ConditionWords {
  label: string
  icon: Icon
  says: string
  counted: string
  /** Explanation of a decision for which the fact was unknown. */
  unknown: string
}

export const conditions: Readonly<Record<ConditionName, ConditionWords>> = {
  users: {
    label: msg('Users'),
    icon: IconUser,
    says: msg('the user is {what}'),
    counted: msg('{count, plural, one {# user} other {# users}}'),
    unknown: msg('the user is not known'),
  },
  groups: {
    label: msg('Groups'),
    icon: IconUsersGroup,
    says: msg('the user is in {what}'),
    counted: msg('{count, plural, one {# group} other {# groups}}'),
    unknown: msg('the user is not known'),
  },
  units: {
    label: msg('Organization units'),
    icon: IconSitemap,
    says: msg('the user belongs to {what}'),
    counted: msg('{count, plural, one {# unit} other {# units}}'),
    unknown: msg('the user is not known'),
  },
  accounts: {
    label: msg('Account used'),
    icon: IconUserCircle,
    says: msg('the account used belongs to {what}'),
    counted: msg('{count, plural, one {# account} other {# accounts}}'),
    unknown: msg('the account used is not known'),
  },
  securityKeyDeviceType: {
    label: msg('Key type'),
    icon: IconKey,
    says: msg('the key type is {what}'),
    counted: msg('{count, plural, one {# key type} other {# key types}}'),
    unknown: msg('the key type is not known'),
  },
  waysIn: {
    label: msg('Sign-in method'),
    icon: IconDoorEnter,
    says: msg('the sign-in method is {what}'),
    counted: msg('{count, plural, one {# sign-in method} other {# sign-in methods}}'),
    unknown: msg('the sign-in method is not known'),
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
    label: msg('IP addresses'),
    icon: IconNetwork,
    says: msg('the IP address of the computer is in {what}'),
    counted: msg('{count, plural, one {# address} other {# addresses}}'),
    unknown: msg('the IP address of the computer is not known'),
  },
  locationRestriction: {
    label: msg('Locations'),
    icon: IconMapPin,
    says: msg('the location is {what}'),
    counted: msg('{count, plural, one {# location} other {# locations}}'),
    unknown: msg('the location is not known'),
  },
}

export const conditionOrder = Object.keys(conditions) as ConditionName[]

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

export function isFilled(name: ConditionName, of: Conditions): boolean {
  const held = of[name]
  const parts: unknown[] = Array.isArray(held) ? held : Object.values(held).filter(Array.isArray).flat()
  return parts.length > 0
}
