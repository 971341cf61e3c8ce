import { applications } from '@claviger/contract/apps/applications'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { groups } from '@claviger/contract/people/groups'
import { users } from '@claviger/contract/people/users'
import { useDebouncedValue } from '@mantine/hooks'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { useSession } from '#shell/session.tsx'
import { actsOf, menuOf } from '../menu/menu-items.ts'

const likeCard = /^(?=.*\d)[\da-f]{5,40}$/i
const fewest = 2
const most = 5

/** What the palette finds: records by their names on the server, pages and actions by their labels. */
export function usePaletteHits(query: string) {
  const session = useSession()
  const [asked] = useDebouncedValue(query.trim(), 200)
  const wanted = query.trim().toLowerCase()
  const long = asked.length >= fewest
  const few = { search: asked, pageSize: most }
  const look = { quiet: true } as const
  const people = useRead(
    users.ids,
    { search: asked },
    { ...look, when: long && session.can('users.read'), keepEarlier: true },
  )
  const keys = useRead(securityKeys.list, few, { ...look, when: long && session.can('keys.read') })
  const teams = useRead(groups.list, few, { ...look, when: long && session.can('groups.read') })
  const apps = useRead(applications.list, few, { ...look, when: long && session.can('applications.read') })

  const pages = menuOf(session)
    .flatMap(({ items }) => items)
    .filter(({ menu }) => t(menu.label).toLowerCase().includes(wanted) || t(menu.group).toLowerCase().includes(wanted))
  const acts = wanted === '' ? [] : actsOf(session).filter(({ act }) => t(act.label).toLowerCase().includes(wanted))
  const reads = [people, keys, teams, apps]
  const settled =
    asked.toLowerCase() === wanted && !people.isPlaceholderData && !reads.some(({ isLoading }) => isLoading)
  const fits = (person: { name: string; userId: string; email: string | null }) =>
    `${person.name} ${person.userId} ${person.email ?? ''}`.toLowerCase().includes(wanted)
  const current = <T>(read: { data?: { items: T[] } | undefined }): T[] =>
    long && asked.toLowerCase() === wanted ? (read.data?.items ?? []).slice(0, most) : []
  return {
    wanted,
    settled,
    pages,
    acts,
    // Until new results arrive, keep only those old ones that still match, because Enter opens the first
    people: long ? (people.data?.items ?? []).filter(person => settled || fits(person)).slice(0, 8) : [],
    keys: current(keys),
    groups: current(teams),
    apps: current(apps),
    // A card number means its key; otherwise users come first
    keysFirst: likeCard.test(asked),
    log: settled && long && session.can('activity.read'),
  }
}
