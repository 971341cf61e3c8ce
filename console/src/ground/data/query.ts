import type { Endpoint } from '@claviger/contract/ground/endpoint'
import { QueryClient } from '@tanstack/react-query'

/** What has been asked; a failure is shown once and asked again only by the person. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, gcTime: 5 * 60_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})

/** Asks anew for what is on screen and changes with a call: answers of its noun, of those that it touches, and the activity log. */
export function refreshAfter(client: QueryClient, { feature, touches }: Pick<Endpoint, 'feature' | 'touches'>): void {
  for (const noun of [feature, 'activity', ...touches]) void client.invalidateQueries({ queryKey: [noun] })
}
