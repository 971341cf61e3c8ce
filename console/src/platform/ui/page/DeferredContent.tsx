import { Box } from '@mantine/core'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'

const longest = 8000

/**
 * Content below other content: it loads immediately but stays hidden until the content above has loaded, so that the
 * layout doesn't shift. It waits at most eight seconds.
 */
export function DeferredContent({ until, children }: { until: boolean; children: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (until) return undefined
    const timer = setTimeout(() => setLate(true), longest)
    return () => clearTimeout(timer)
  }, [until])
  // Deferred like the content above it (Waiting.tsx), so that both show in the same frame
  const waits = useDeferredValue(!until && !late)
  // Not only out of sight: that would count as moved when it shows
  return (
    <Box display={waits ? undefined : 'contents'} hidden={waits} data-waits={waits || undefined}>
      {children}
    </Box>
  )
}
