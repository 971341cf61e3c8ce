import type { Dependent, DependentKind, TargetKind } from '@claviger/contract/people/dependents'
import { msg, t } from '#platform/text/text.ts'

const kindNames: Record<DependentKind, string> = {
  policy: msg('Access policy'),
  'named-list': msg('Named list'),
  'authentication-profile': msg('Authentication profile'),
  share: msg('Shared account'),
  unit: msg('Organization unit'),
  application: msg('Application'),
  workflow: msg('Workflow'),
  directory: msg('Directory'),
}

const missingNames: Record<TargetKind, string> = {
  group: msg('a deleted group'),
  unit: msg('a deleted organization unit'),
  user: msg('a deleted user'),
  device: msg('a removed device'),
  'device-group': msg('a deleted device group'),
}

const addresses: Record<DependentKind, (id: string) => string> = {
  policy: id => `/dashboard/policies/${id}`,
  'named-list': id => `/dashboard/named-lists/${id}`,
  'authentication-profile': () => '/dashboard/authentication-profile',
  share: id => `/dashboard/users/${id}`,
  unit: id => `/dashboard/organization-units/${id}`,
  application: id => `/dashboard/sso/apps/${id}`,
  workflow: id => `/dashboard/workflows/${id}`,
  directory: () => '/dashboard/sync',
}

export const kindName = (kind: DependentKind): string => t(kindNames[kind])
export const missingName = (kind: TargetKind): string => t(missingNames[kind])
export const addressOf = ({ kind, id }: Dependent): string => addresses[kind](id)
