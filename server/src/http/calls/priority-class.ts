import type { Endpoint } from '@claviger/contract/platform/endpoint'
import type { Permission } from '@claviger/contract/platform/permissions'
import type { PriorityClass } from '#platform/db/pool/admission-gate.ts'

const onTheWay: ReadonlySet<Permission> = new Set<Permission>([
  'public',
  'interim',
  'enrolling',
  'self-service',
  'reader',
  'agent',
  'clients',
  'mobiles',
  'kiosk',
  'kiosk-opening',
])

export function priorityOf({ may, answers, takes, bodyLimit, input }: Endpoint): PriorityClass {
  if (onTheWay.has(may)) return 'entry'
  const asksFor = fieldsOf(input)
  const isMuch = answers === 'file' || takes === 'file' || bodyLimit > ordinary
  return isMuch || asksFor.has('pageSize') || asksFor.has('ids') ? 'bulk' : 'single'
}

export const isHeavyRead = (endpoint: Endpoint): boolean =>
  endpoint.may === 'statistics.read' || priorityOf(endpoint) === 'bulk'

const ordinary = 64 * 1024

const fieldsOf = (schema: object): ReadonlySet<string> => {
  const { def } = (schema as { _zod: { def: { shape?: object } } })._zod
  return new Set(Object.keys(def.shape ?? {}))
}
