import type { Endpoint } from '@claviger/contract/ground/endpoint'
import { QueryClient } from '@tanstack/react-query'

/** What has been asked; a failure is shown once, being offline is one, and asked again by the person or once there is a network again. */
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
    // What waits for the network would be sent after its form was given up
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Asks anew for what is on screen and changes with a call: answers of its noun, of those that it touches, and the activity log. */
export function refreshAfter(client: QueryClient, { feature, touches }: Pick<Endpoint, 'feature' | 'touches'>): void {
  for (const noun of [feature, 'activity', ...touches]) void client.invalidateQueries({ queryKey: [noun] })
}
