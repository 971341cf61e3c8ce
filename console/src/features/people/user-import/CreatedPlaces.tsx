import type { placesOf } from '@claviger/contract/people/user-import'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { useRead } from '#platform/data/useRead.ts'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'

type Places = ReturnType<typeof placesOf>
type Created = OutputOf<Places['reply']>['groups']

const named = (says: string, { count: all, names }: Created) => {
  const others = all - names.length
  const list = names.join(', ')
  if (others > 0) return `${says} ${t('{names} and {rest} more', { names: list, rest: count(others) })}`
  return `${says} ${list}`
}

/** The groups and organization units that a reviewed import creates. */
export function CreatedPlaces({ places, id }: { places: Places; id: string }) {
  const { data } = useRead(places, { id })
  if (!data || data.groups.count + data.units.count === 0) return null
  return (
    <Notice>
      {data.groups.count > 0 && (
        <p>
          {named(
            t('{count, plural, one {# group will be created:} other {# groups will be created:}}', {
              count: data.groups.count,
            }),
            data.groups,
          )}
        </p>
      )}
      {data.units.count > 0 && (
        <p>
          {named(
            t(
              '{count, plural, one {# organization unit will be created:} other {# organization units will be created:}}',
              { count: data.units.count },
            ),
            data.units,
          )}
        </p>
      )}
    </Notice>
  )
}
