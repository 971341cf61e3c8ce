import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { QueryClient } from '@tanstack/react-query'

/** Query cache. Errors, including being offline, are shown once; retries happen manually or on reconnect. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 10_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // Fail offline immediately: a paused mutation would be sent after the user abandoned its form
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Refetches displayed data that a call may have changed: its feature, features it touches, and the activity log. */
export function refreshAfter(client: QueryClient, { feature, touches }: Pick<Endpoint, 'feature' | 'touches'>): void {
  for (const noun of [feature, 'activity', ...touches]) void client.invalidateQueries({ queryKey: [noun] })
}
