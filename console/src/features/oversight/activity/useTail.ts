import { activity } from '@claviger/contract/oversight/activity'
import type { Activity } from '@claviger/contract/oversight/activity'
import type { InputOf } from '@claviger/contract/platform/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#platform/data/call.ts'
import { t } from '#platform/text/text.ts'

const every = 3000
const most = 200

const nothing: { asked: string; entries: readonly Activity[]; arrived: string } = {
  asked: '',
  entries: [],
  arrived: '',
}

interface Tail {
  entries: readonly Activity[]
  has: (id: string) => boolean
  arrived: string
}

/**
 * Live updates of the log while `on`: polls for newer entries every three seconds while the page is visible. Restarts
 * when the filters change.
 */
export function useTail(on: boolean, filters: Record<string, string | undefined>): Tail {
  const [seen, setSeen] = useState(nothing)
  const asked = JSON.stringify(filters)
  const client = useQueryClient()
  useEffect(() => {
    if (!on) return
    const stop = new AbortController()
    let place: string | null = null
    const known = new Set<string>()
    let busy = false
    const ask = (more: Record<string, unknown>) =>
      call(activity.list, { ...JSON.parse(asked), fold: true, ...more } as InputOf<typeof activity.list.input>, {
        quiet: true,
        signal: stop.signal,
      })

    async function look() {
      if (document.hidden || busy) return
      busy = true
      try {
        const { items, next } = await ask({ since: place ?? 'now', pageSize: 100 })
        // Entries created between the page load and the first poll belong to the page
        if (place === null) void client.invalidateQueries({ queryKey: [activity.list.feature, activity.list.call] })
        place = next
        const fresh = items.filter(({ id }) => !known.has(id)).toReversed()
        for (const { id } of fresh) known.add(id)
        if (fresh.length > 0) {
          const arrived = t('{count, plural, one {# new entry} other {# new entries}}', { count: fresh.length })
          // An entry shown before may now be a step of a combined new entry
          const steps = new Set(fresh.flatMap(one => (one.steps ?? []).map(({ id }) => id)))
          setSeen(before => ({
            asked,
            arrived,
            entries: [
              ...fresh,
              ...(before.asked === asked ? before.entries.filter(({ id }) => !steps.has(id)) : []),
            ].slice(0, most),
          }))
        }
      } catch {
        // Ignore errors because the next poll retries
      } finally {
        busy = false
      }
    }
    void look()
    const timer = setInterval(() => void look(), every)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [on, asked, client])
  const { entries, arrived } = on && seen.asked === asked ? seen : nothing
  return { entries, arrived, has: id => entries.some(entry => entry.id === id) }
}
