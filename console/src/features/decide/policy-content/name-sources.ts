import { listTypes } from '@claviger/contract/decide/policy-content'
import type { ListType } from '@claviger/contract/decide/policy-content'
import type { Endpoint, InputOf, OutputOf, Schema } from '@claviger/contract/platform/endpoint'
import { strengths } from '@claviger/contract/decide/strengths'
import { deviceGroups } from '@claviger/contract/keys/device-groups'
import { devices } from '@claviger/contract/keys/devices'
import { keyModels } from '@claviger/contract/keys/key-models'
import { applications } from '@claviger/contract/apps/applications'
import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { users } from '@claviger/contract/people/users'
import { namedLists } from '@claviger/contract/rules/named-lists'

export interface Option {
  value: string
  label: string
}

export interface Source {
  of: Endpoint
  ask: (search: string) => object
  options: (reply: never, search: string) => Option[]
}

const source = <I extends Schema, R extends Schema>(
  of: Endpoint<I, R>,
  ask: (search: string) => InputOf<I> & object,
  options: (reply: OutputOf<R>, search: string) => Option[],
): Source => ({ of, ask, options })

const most = 50
const narrowed = (search: string) => ({ pageSize: most, ...(search === '' ? {} : { search }) })
const named = ({ items }: { items: readonly { id: string; name: string }[] }) =>
  items.map(({ id, name }) => ({ value: id, label: name }))
const matching = (items: readonly Option[], search: string) =>
  items.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase())).slice(0, most)

export const fromUsers = source(
  users.ids,
  search => ({ search }),
  ({ items }) => items.map(user => ({ value: user.id, label: `${user.name} · ${user.userId}` })),
)
export const fromGroups = source(groups.list, narrowed, named)
export const fromUnits = source(units.list, narrowed, named)
export const fromDevices = source(devices.list, narrowed, named)
export const fromDeviceGroups = source(deviceGroups.list, narrowed, named)

/** Key models by AAGUID; a workspace has at most a few hundred. */
export const fromModels = source(
  keyModels.list,
  () => ({}),
  ({ items }, search) =>
    matching(
      items.map(({ aaguid, name }) => ({ value: aaguid, label: name })),
      search,
    ),
)

export const fromApplications = source(
  applications.names,
  () => ({}),
  ({ items }, search) =>
    matching(
      items.map(({ id, name }) => ({ value: id, label: name })),
      search,
    ),
)

export const fromStrengths = source(
  strengths.names,
  () => ({}),
  ({ items }, search) =>
    matching(
      items.map(({ strengthId, name }) => ({ value: strengthId, label: name })),
      search,
    ),
)

const listsOf = (type: ListType) =>
  source(
    namedLists.names,
    () => ({ type }),
    ({ items }, search) =>
      matching(
        items.map(({ namedListId, name }) => ({ value: namedListId, label: name })),
        search,
      ),
  )

export const fromLists: Readonly<Record<keyof typeof listTypes, Source>> = {
  ip: listsOf(listTypes.ip),
  device: listsOf(listTypes.device),
  rp: listsOf(listTypes.rp),
  app: listsOf(listTypes.app),
  location: listsOf(listTypes.location),
  time: listsOf(listTypes.time),
}
